import { Alert, Anchor, List, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconUsers } from '@tabler/icons-react'
import type { Twin } from '@tradewind/contract/crm/contact.contract'
import { Link } from 'react-router'
import { useList } from '#kit/api/query'
import { useArea } from '#kit/area'
import { phrase, useText } from '#kit/text'
import { type Known, twinsAsked } from './duplicates.ts'

const alike: Record<Twin['by'], string> = {
  SAME: phrase('the same name, company and e-mail address'),
  EMAIL: phrase('the same e-mail address'),
  NAME: phrase('the same name'),
}

/** Who may be the same person as the one that is being written down. A hint: it stops nobody. */
export const Duplicates = (known: Known) => {
  const t = useText()
  const at = useArea()
  const [{ asked }] = useDebouncedValue({ asked: twinsAsked(known), of: JSON.stringify(known) }, 400)
  const { data } = useList('GET /api/contact/twins', asked ?? {}, { enabled: asked !== null })
  const twins = asked ? (data?.rows ?? []) : []
  return (
    <div role="status" style={{ display: 'contents' }}>
      {twins.length > 0 && (
        <Alert color="signal" icon={<IconUsers aria-hidden />} title={t('This may be somebody you have already')}>
          <List size="sm" spacing={4}>
            {twins.map(({ uniqueId, fullName, company, by }) => (
              <List.Item key={uniqueId}>
                <Anchor component={Link} to={at(`contact/show/${uniqueId}`)} inherit>
                  {fullName}
                </Anchor>
                {', '}
                {company.legalName} <Text span inherit c="dimmed">{`(${t(alike[by])})`}</Text>
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </div>
  )
}
