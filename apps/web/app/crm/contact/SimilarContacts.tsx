import { Alert, Anchor, List, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconUsers } from '@tabler/icons-react'
import type { SimilarContact } from '@tradewind/contract/crm/contact.contract'
import { phrase } from '@tradewind/contract/kit/phrase'
import { Link } from 'react-router'
import { type ExistingAction, UseExisting } from '#crm/UseExisting'
import type { Input } from '#kit/api/calls'
import { useList } from '#kit/api/query'
import { useArea } from '#kit/area'
import { useText } from '#kit/text'

const reasonTexts: Record<SimilarContact['by'], string> = {
  SAME: phrase('the same name, company and email address'),
  EMAIL: phrase('the same email address'),
  NAME: phrase('the same name'),
}

/** The values that are known so far of the contact in the form. */
export interface KnownFields {
  firstName: string
  lastName: string
  email: string
  companyId: string
  /** The id of the contact itself, if it exists. */
  butId: string | undefined
}

interface SimilarContactsProps extends KnownFields {
  /** The action that uses the contact instead of the one in the form, if there is one. */
  actionOf?: (contact: SimilarContact) => ExistingAction | undefined
}

/** Contacts that may be the same person as the one in the form. A hint: it does not prevent saving. */
export const SimilarContacts = ({ actionOf, ...fields }: SimilarContactsProps) => {
  const t = useText()
  const at = useArea()
  const [{ query }] = useDebouncedValue({ query: similarContactsQuery(fields), of: JSON.stringify(fields) }, 400)
  const { data } = useList('GET /api/contact/similar', query ?? {}, { enabled: query !== null })
  const similar = query ? (data?.rows ?? []) : []
  return (
    <div role="status" style={{ display: 'contents' }}>
      {similar.length > 0 && (
        <Alert role="note" color="signal" icon={<IconUsers aria-hidden />} title={t('This may be an existing contact')}>
          <List size="sm" spacing={4}>
            {similar.map((contact) => (
              <List.Item key={contact.uniqueId}>
                <Anchor component={Link} to={at(`contact/show/${contact.uniqueId}`)} inherit>
                  {contact.fullName}
                </Anchor>
                {', '}
                {contact.company.legalName} <Text span inherit c="dimmed">{`(${t(reasonTexts[contact.by])})`}</Text>
                <UseExisting action={actionOf?.(contact)} name={contact.fullName} />
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </div>
  )
}

/** The input to search for similar contacts: by a complete address, by a full name within a company, or by both. Null if there is neither. */
export const similarContactsQuery = ({
  firstName,
  lastName,
  email,
  companyId,
  butId,
}: KnownFields): Input<'GET /api/contact/similar'> | null => {
  const byAddress = /^\S+@\S+\.\S+$/.test(email) && email.length <= 254
  const byName = firstName !== '' && lastName !== '' && companyId !== '' && Math.max(firstName.length, lastName.length) <= 200
  if (!byAddress && !byName) return null
  return { ...(byAddress && { email }), ...(byName && { firstName, lastName, companyId }), ...(butId && { butId }) }
}
