import { Alert, Anchor, List, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconUsers } from '@tabler/icons-react'
import type { SimilarContact } from '@tradewind/contract/crm/contact.contract'
import { contactFields } from '@tradewind/contract/crm/contact.fields'
import { contactPolicy } from '@tradewind/contract/crm/policies'
import type { FormField } from '@tradewind/contract/kit/entityFields'
import { phrase } from '@tradewind/contract/kit/phrase'
import { isMember } from '@tradewind/contract/roles'
import { Link, useParams } from 'react-router'
import { CompanyName } from '#crm/company/CompanyLink'
import { call } from '#kit/api/call'
import type { Input } from '#kit/api/calls'
import { useList } from '#kit/api/query'
import { useArea } from '#kit/area'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { confirm } from '#ui/dialog/confirm'
import { useFieldForm } from '#ui/entity/useFieldForm'
import { type FieldProps, FormPage } from '#ui/form/FormPage'
import { RecordSelect } from '#ui/form/SearchSelect'

export const handle = { name: phrase('New contact'), editName: phrase('Edit contact') }
export const clientLoader = guard({ rules: contactPolicy.create, editRules: contactPolicy.update })

type Field = (name: FormField<typeof contactFields>) => FieldProps

const membersFields = { ...contactFields, email: { ...contactFields.email, required: true } } as const

/** Creates and changes contacts. The address may name the company of a new one. For members the mail address is required, since they write to their contacts. */
export default function ContactForm() {
  const t = useText()
  const { companyId, uniqueId } = useParams()
  const described = isMember(useActor()) ? membersFields : contactFields
  const fields = useFieldForm(described, { companyId: CompanySelect })
  const isWanted = useConfirmDuplicate()
  return (
    <FormPage
      key={companyId}
      kind="contact"
      listTitle={t('Contacts')}
      newTitle={t('New contact')}
      nameOf={({ fullName }) => fullName}
      {...fields}
      {...(companyId && { preset: { companyId } })}
      show={(field, value) => (field === 'companyId' ? companyName(value) : fields.show(field, value))}
      allow={(changes, values) => isWanted(changes, knownFieldsOf(values, uniqueId))}
    >
      {(field) => (
        <>
          {fields.children(field)}
          <Duplicates {...knownFieldsOf(valuesOf(field), uniqueId)} />
        </>
      )}
    </FormPage>
  )
}

const CompanySelect = (field: FieldProps) => <RecordSelect {...field} kind="company" nameField="legalName" />
const companyName = (uniqueId: unknown) => <CompanyName uniqueId={uniqueId} />

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

const valuesOf = (field: Field) => ({
  firstName: field('firstName').value,
  lastName: field('lastName').value,
  email: field('email').value,
  companyId: field('companyId').value,
})

const knownFieldsOf = ({ firstName, lastName, email, companyId }: ReturnType<typeof valuesOf>, butId: string | undefined) => ({
  firstName: textOf(firstName),
  lastName: textOf(lastName),
  email: textOf(email),
  companyId: textOf(companyId),
  butId,
})

const identifyingFields = ['firstName', 'lastName', 'email', 'companyId'] as const

/** Asks for confirmation before saving a contact with the same name, company and address as another. Returns whether it may be saved. */
const useConfirmDuplicate = () => {
  const t = useText()
  return async (changes: object, fields: KnownFields) => {
    const query = identifyingFields.some((field) => field in changes) ? similarContactsQuery(fields) : null
    // An error here does not prevent saving: the save itself reports what is wrong.
    const found = query && (await call('GET /api/contact/similar', query).catch(() => null))
    const duplicate = found?.rows.find(({ by }) => by === 'SAME')
    if (!duplicate) return true
    return confirm({
      title: t('You already have this contact'),
      recordName: `${duplicate.fullName}, ${duplicate.company.legalName}`,
      text: t('Name, company and email address are the same. Save anyway?'),
      confirmLabel: t('Save anyway'),
    })
  }
}

const reasonTexts: Record<SimilarContact['by'], string> = {
  SAME: phrase('the same name, company and email address'),
  EMAIL: phrase('the same email address'),
  NAME: phrase('the same name'),
}

/** Contacts that may be the same person as the one in the form. A hint: it does not prevent saving. */
const Duplicates = (fields: KnownFields) => {
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
            {similar.map(({ uniqueId, fullName, company, by }) => (
              <List.Item key={uniqueId}>
                <Anchor component={Link} to={at(`contact/show/${uniqueId}`)} inherit>
                  {fullName}
                </Anchor>
                {', '}
                {company.legalName} <Text span inherit c="dimmed">{`(${t(reasonTexts[by])})`}</Text>
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </div>
  )
}

/** The values that are known so far of the contact in the form. */
interface KnownFields {
  firstName: string
  lastName: string
  email: string
  companyId: string
  /** The id of the contact itself, if it exists. */
  butId: string | undefined
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
