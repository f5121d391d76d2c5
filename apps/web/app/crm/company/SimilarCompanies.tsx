import { Anchor, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Link } from 'react-router'
import { reasonNames } from '#crm/merge/merge.words'
import { useList } from '#kit/api/query'
import { useArea } from '#kit/area'
import { useText } from '#kit/text'
import { type Known, similarAsked } from './similar.ts'

/** Companies that may be the one that is being written down. A hint: it stops nobody. */
export const SimilarCompanies = (known: Known) => {
  const t = useText()
  const at = useArea()
  const [{ asked }] = useDebouncedValue({ asked: similarAsked(known), of: JSON.stringify(known) }, 400)
  const { data } = useList('GET /api/company/similar', asked ?? {}, { enabled: asked !== null })
  const found = asked ? (data?.rows ?? []) : []
  return (
    <div role="status">
      {found.map(({ uniqueId, legalName, by }) => (
        <Text key={uniqueId} size="sm" c="dimmed">
          {t('Looks like an existing company:')}{' '}
          <Anchor component={Link} to={at(`company/show/${uniqueId}`)} inherit>
            {legalName}
          </Anchor>{' '}
          ({by.map((reason) => t(reasonNames[reason])).join(', ')})
        </Text>
      ))}
    </div>
  )
}
