import { Alert, Anchor, List, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconBuildingFactory2 } from '@tabler/icons-react'
import { Link } from 'react-router'
import { reasonNames } from '#crm/merge/merge.labels'
import { type ExistingAction, UseExisting } from '#crm/UseExisting'
import type { Input } from '#kit/api/calls'
import { useList } from '#kit/api/query'
import { useArea } from '#kit/area'
import { useText } from '#kit/text'

/** The values that are known so far of the company in the form. */
interface KnownFields {
  legalName: string
  website: string
  taxRefNumber: string
  /** The id of the company itself, if it exists. */
  butId: string | undefined
}

/** The input to search for similar companies: by a name of three letters or more, a complete domain, or a tax number. Null if there is none of these. */
export const similarCompaniesQuery = ({
  legalName,
  website,
  taxRefNumber,
  butId,
}: KnownFields): Input<'GET /api/company/similar'> | null => {
  const byName = legalName.length >= 3 && legalName.length <= 200
  const byWebsite = /^\S+\.[^\s.]{2,}$/.test(website) && website.length <= 2048
  const byTax = taxRefNumber.length >= 4 && taxRefNumber.length <= 200
  if (!byName && !byWebsite && !byTax) return null
  return {
    ...(byName && { legalName }),
    ...(byWebsite && { website }),
    ...(byTax && { taxRefNumber }),
    ...(butId && { butId }),
  }
}

interface SimilarCompaniesProps extends KnownFields {
  /** The action that uses the company instead of the one in the form, if there is one. */
  actionOf?: (company: { uniqueId: string }) => ExistingAction
}

/** Companies that may be the same as the one in the form. A hint: it does not prevent saving. */
export const SimilarCompanies = ({ actionOf, ...fields }: SimilarCompaniesProps) => {
  const t = useText()
  const at = useArea()
  const [{ query }] = useDebouncedValue({ query: similarCompaniesQuery(fields), of: JSON.stringify(fields) }, 400)
  const { data } = useList('GET /api/company/similar', query ?? {}, { enabled: query !== null })
  const found = query ? (data?.rows ?? []) : []
  return (
    <div role="status" style={{ display: 'contents' }}>
      {found.length > 0 && (
        <Alert
          role="note"
          color="signal"
          icon={<IconBuildingFactory2 aria-hidden />}
          title={t('This may be an existing company')}
        >
          <List size="sm" spacing={4}>
            {found.map(({ uniqueId, legalName, by }) => (
              <List.Item key={uniqueId}>
                <Anchor component={Link} to={at(`company/show/${uniqueId}`)} inherit>
                  {legalName}
                </Anchor>{' '}
                <Text span inherit c="dimmed">{`(${by.map((reason) => t(reasonNames[reason])).join(', ')})`}</Text>
                <UseExisting action={actionOf?.({ uniqueId })} name={legalName} />
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </div>
  )
}
