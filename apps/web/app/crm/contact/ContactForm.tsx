import { contactFields } from '@tradewind/contract/crm/contact.fields'
import { contactPolicy } from '@tradewind/contract/crm/policies'
import type { FormField } from '@tradewind/contract/kit/entityFields'
import { phrase } from '@tradewind/contract/kit/phrase'
import { isMember } from '@tradewind/contract/roles'
import { useParams } from 'react-router'
import { CompanyName } from '#crm/company/CompanyLink'
import { call } from '#kit/api/call'
import { useParam } from '#kit/browser/search-params'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { confirm } from '#ui/dialog/confirm'
import { useFieldForm } from '#ui/entity/useFieldForm'
import { type FieldProps, FormPage } from '#ui/form/FormPage'
import { RecordSelect } from '#ui/form/SearchSelect'
import { type KnownFields, SimilarContacts, similarContactsQuery } from './SimilarContacts.tsx'

export const handle = { name: phrase('New contact'), editName: phrase('Edit contact') }
export const clientLoader = guard({ rules: contactPolicy.create, editRules: contactPolicy.update })

type Field = (name: FormField<typeof contactFields>) => FieldProps

const membersFields = { ...contactFields, email: { ...contactFields.email, required: true } } as const

/** Creates and changes contacts. The address may name a new one, and its company. For members the mail address is required, since they write to their contacts. */
export default function ContactForm() {
  const t = useText()
  const { companyId, uniqueId } = useParams()
  const [name] = useParam('name')
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
      {...((companyId || name) && { preset: { ...(companyId && { companyId }), ...namesIn(name) } })}
      show={(field, value) => (field === 'companyId' ? companyName(value) : fields.show(field, value))}
      allow={(changes, values) => isWanted(changes, knownFieldsOf(values, uniqueId))}
    >
      {(field) => (
        <>
          {fields.children(field)}
          <SimilarContacts {...knownFieldsOf(valuesOf(field), uniqueId)} />
        </>
      )}
    </FormPage>
  )
}

/** The names in a full name: its last word is the surname. */
const namesIn = (fullName: string) => {
  const words = fullName.trim().split(/\s+/)
  const [firstName, lastName] = [words.slice(0, -1).join(' '), words.at(-1)!]
  return fullName ? { ...(firstName && { firstName }), lastName } : {}
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
