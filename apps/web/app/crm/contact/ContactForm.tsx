import { TextInput } from '@mantine/core'
import { isMember } from '@tradewind/contract/roles'
import { useParams } from 'react-router'
import { useActor } from '#kit/session'
import { type Say, useText } from '#kit/text'
import { contactRoleNames } from '@tradewind/contract/crm/contact.words'
import { type FieldProps, FormPage } from '#ui/form/FormPage'
import { RecordSelect } from '#ui/form/RecordSelect'
import { Picker } from '#ui/picker/Picker'
import { CompanyName } from '#crm/company/CompanyName'
import { type ContactRole, labelsIn, showIn } from './contact.words.ts'
import { Duplicates } from './Duplicates.tsx'
import { useDoubles } from './useDoubles.ts'

const empty = {
  firstName: '',
  lastName: '',
  title: '',
  contactRole: '' as ContactRole | '',
  companyId: '',
  email: '',
  number: '',
}
type Field = (name: keyof typeof empty) => FieldProps
const required = ['firstName', 'lastName', 'title', 'contactRole', 'companyId'] as const

/** Creates and changes contacts. The address may name the company of a new one. Members write to theirs: they need an address. */
export const ContactForm = () => {
  const t = useText()
  const { companyId, uniqueId } = useParams()
  const needsEmail = isMember(useActor())
  const isWanted = useDoubles()
  return (
    <FormPage
      key={companyId}
      kind="contact"
      listTitle={t('Contacts')}
      newTitle={t('New contact')}
      nameOf={({ fullName }) => fullName}
      empty={empty}
      {...(companyId && { preset: { companyId } })}
      labels={labelsIn(t)}
      required={needsEmail ? [...required, 'email'] : required}
      show={showing(t)}
      allow={(changes, values) => isWanted(changes, knownOf(values, uniqueId))}
    >
      {(field) => (
        <>
          <Inputs field={field} />
          <Duplicates {...knownOf(valuesOf(field), uniqueId)} />
        </>
      )}
    </FormPage>
  )
}

/** A field's value in words, the company by its name. */
const showing = (t: Say) =>
  function show(field: string, value: unknown) {
    return field === 'companyId' ? <CompanyName uniqueId={value} /> : showIn(t)(field, value)
  }

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

const valuesOf = (field: Field) => ({
  firstName: field('firstName').value,
  lastName: field('lastName').value,
  email: field('email').value,
  companyId: field('companyId').value,
})

const knownOf = ({ firstName, lastName, email, companyId }: ReturnType<typeof valuesOf>, butId: string | undefined) => ({
  firstName: textOf(firstName),
  lastName: textOf(lastName),
  email: textOf(email),
  companyId: textOf(companyId),
  butId,
})

const Inputs = ({ field }: { field: Field }) => {
  const t = useText()
  const roles = Object.entries(contactRoleNames).map(([value, name]) => ({ value, label: t(name) }))
  return (
    <>
      <TextInput {...field('firstName')} autoComplete="off" />
      <TextInput {...field('lastName')} autoComplete="off" />
      <TextInput {...field('title')} autoComplete="off" />
      <Picker {...field('contactRole')} data={roles} />
      <RecordSelect {...field('companyId')} kind="company" by="legalName" />
      <TextInput {...field('email')} type="email" inputMode="email" autoComplete="off" />
      <TextInput {...field('number')} type="tel" inputMode="tel" autoComplete="off" />
    </>
  )
}
