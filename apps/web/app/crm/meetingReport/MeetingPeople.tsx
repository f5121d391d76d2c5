import { Anchor, Button, Fieldset, Group, Input, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { companyFields } from '@tradewind/contract/crm/company.fields'
import type { SimilarContact } from '@tradewind/contract/crm/contact.contract'
import { contactFields } from '@tradewind/contract/crm/contact.fields'
import { companyPolicy, contactPolicy } from '@tradewind/contract/crm/policies'
import { type CustomName, customName } from '@tradewind/contract/kit/custom/custom.fields'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { isMember } from '@tradewind/contract/roles'
import { type ComponentProps, type ReactNode, Suspense, useEffect, useId, useRef } from 'react'
import { SimilarCompanies } from '#crm/company/SimilarCompanies'
import { TypesInput } from '#crm/company/TypesInput'
import { SimilarContacts } from '#crm/contact/SimilarContacts'
import { useCustomFields } from '#kit/api/records'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { FieldInput } from '#ui/entity/useFieldForm'
import { useFields } from '#ui/entity/useFields'
import type { FieldProps } from '#ui/form/FormPage'
import { RecordSelect } from '#ui/form/SearchSelect'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { Attendees } from './Attendees.tsx'
import {
  fieldsOf,
  isOfNext,
  type Meeting,
  type NewCompany,
  newCompany,
  type NewContact,
  newContact,
  type NewSummary,
  type Part,
  type PartFaults,
  useFocusAfterChange,
  useFocusWhenAdded,
  useItems,
  useUndoable,
} from './meeting.ts'
import styles from './meeting.module.css'

interface PeopleProps {
  field: (name: keyof Meeting) => FieldProps
  faults: PartFaults
}

/** The company of the meeting: an existing one, or one created with the report. Another company has other contacts. */
export const CompanyPart = ({ field, faults }: PeopleProps) => {
  const actor = useActor()
  const mayCreate = can(actor, companyPolicy.create)
  const [company, draft, attendees] = [field('companyUID'), field('newCompany'), field('attendees')]
  const contacts = field('newContacts')
  /** A new company has no contacts yet: somebody of it is entered with it. */
  const openContact = () => {
    if ((contacts.value as NewContact[]).length === 0 && can(actor, contactPolicy.create)) contacts.onChange([newContact('')])
  }
  const choose = (uniqueId: string | null) => {
    company.onChange(uniqueId ?? '')
    if (uniqueId !== company.value) attendees.onChange([])
  }
  const make = (name: string) => {
    choose(null)
    draft.onChange(newCompany(name))
    openContact()
  }
  const undoable = useUndoable()
  const focusAfterChange = useFocusAfterChange()
  const giveUp = (message?: string) => {
    draft.onChange(null)
    contacts.onChange((contacts.value as NewContact[]).filter(isWritten))
    focusAfterChange(company.id)
    const putBack = () => {
      choose(null)
      draft.onChange(draft.value)
    }
    undoable(putBack, isWritten(draft.value as NewCompany), message)
  }
  const take = (uniqueId: string) => {
    choose(uniqueId)
    giveUp(phrase('The existing company is used'))
  }
  // In a row, the next meeting is often that of another company: what is typed replaces its name.
  const isNext = (field('summaries').value as NewSummary[]).some(isOfNext)
  const isNew = draft.value !== null
  if (isNew) return <CompanyFields {...draft} faults={faults} onTake={take} onGiveUp={giveUp} />
  return (
    <RecordSelect
      {...company}
      data-autofocus={company.value === '' || isNext || undefined}
      openOnFocus={false}
      kind="company"
      nameField="legalName"
      onChange={choose}
      onNew={mayCreate ? make : undefined}
    />
  )
}

/** Whether something was typed or chosen in one of its fields. */
const isWritten = (part: NewCompany | NewContact) =>
  Object.entries(part).some(([name, value]) => name !== 'key' && (Array.isArray(value) ? value.length > 0 : Boolean(value)))

interface CompanyFieldsProps extends Pick<FieldProps, 'value' | 'onChange'> {
  faults: PartFaults
  /** Chooses this existing company instead. */
  onTake: (uniqueId: string) => void
  onGiveUp: () => void
}

const CompanyFields = ({ value, onChange, faults, onTake, onGiveUp }: CompanyFieldsProps) => {
  const t = useText()
  const { legalName, website } = value as NewCompany
  const { labels } = useFields(companyFields)
  const element = useFocusWhenAdded(true)
  const field = fieldsOf<NewCompany>({ path: 'newCompany', value: value as NewCompany, onChange, faults })
  return (
    <Fieldset variant="unstyled" className={styles.part} legend={t('New company')} ref={element}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <FieldInput spec={companyFields.legalName} {...field('legalName', labels.legalName, true)} />
        <FieldInput spec={companyFields.country} {...field('country', labels.country, true)} />
        <FieldInput spec={companyFields.website} {...field('website', labels.website, true)} />
        <TypesInput {...field('companyTypeList', labels.companyTypeList, true)} />
        <CustomPart kind="company" path="newCompany" value={value as NewCompany} onChange={onChange} faults={faults} />
      </SimpleGrid>
      <Stack gap="sm" mt="sm">
        <SimilarCompanies
          legalName={legalName.trim()}
          website={website.trim()}
          taxRefNumber=""
          butId={undefined}
          actionOf={({ uniqueId }) => ({ text: t('Use this company'), run: () => onTake(uniqueId) })}
        />
        <Anchor component="button" type="button" size="sm" className={styles.action} onClick={() => onGiveUp()}>
          {t('Choose an existing company')}
        </Anchor>
      </Stack>
    </Fieldset>
  )
}

/** The attendees: contacts of the company, and contacts created with the report. */
export const ContactParts = ({ field, faults }: PeopleProps) => {
  const t = useText()
  const mayCreate = can(useActor(), contactPolicy.create)
  const [attendees, drafts] = [field('attendees'), field('newContacts')]
  const undoable = useUndoable()
  const focusAfterChange = useFocusAfterChange()
  const { takerOf } = useTaking(field)
  const companyId = String(field('companyUID').value)
  const isOfNewCompany = field('newCompany').value !== null
  const { add, change, remove } = useItems<NewContact>({
    path: 'newContacts',
    items: drafts.value as NewContact[],
    onChange: drafts.onChange,
    faults,
  })
  const make = (name: string) => {
    const contact = newContact(name)
    add(contact)
    const firstEmpty = (['firstName', 'lastName'] as const).find((part) => contact[part] === '') ?? 'title'
    focusAfterChange(`newContacts.${(drafts.value as NewContact[]).length}.${firstEmpty}`)
    attendees.onChange(attendees.value) // clears the error that nobody attended
  }
  const contacts = (
    <>
      {(drafts.value as NewContact[]).map((contact, at) => (
        <ContactFields
          key={contact.key}
          path={`newContacts.${at}`}
          contact={contact}
          faults={faults}
          onChange={change}
          onRemove={() => undoable(remove(contact), isWritten(contact))}
          companyId={companyId}
          actionOf={takerOf(() => remove(contact))}
        />
      ))}
      {mayCreate && (companyId || isOfNewCompany) && (
        <Group>
          <Button id={isOfNewCompany ? attendees.id : undefined} variant="default" size="compact-sm" onClick={() => make('')}>
            {t('New contact')}
          </Button>
        </Group>
      )}
    </>
  )
  if (isOfNewCompany) return <NewAttendees {...attendees}>{contacts}</NewAttendees>
  return (
    <>
      <Attendees {...attendees} companyId={companyId} {...(mayCreate && { onNew: make })} />
      {contacts}
    </>
  )
}

/** Uses an existing contact as attendee instead of a new one. A new company gives way to the company of the contact. */
const useTaking = (field: PeopleProps['field']) => {
  const t = useText()
  const undoable = useUndoable()
  const focusAfterChange = useFocusAfterChange()
  const [company, draft, attendees] = [field('companyUID'), field('newCompany'), field('attendees')]
  const isOfNewCompany = draft.value !== null
  // A ref, so that Undo keeps attendees that were chosen meanwhile.
  const latest = useRef(attendees)
  useEffect(() => {
    latest.current = attendees
  })
  const without = (uniqueId: string) => (latest.current.value as Meeting['attendees']).filter((one) => one.uniqueId !== uniqueId)
  /** `remove` removes the new contact, and returns the function that restores it. */
  const take = ({ uniqueId, fullName, company: { uniqueId: companyId } }: SimilarContact, remove: () => () => void) => {
    const putBackContact = remove()
    if (isOfNewCompany) {
      company.onChange(companyId)
      draft.onChange(null)
    }
    attendees.onChange([...without(uniqueId), { uniqueId, fullName }])
    focusAfterChange(attendees.id)
    const putBack = () => {
      putBackContact()
      attendees.onChange(isOfNewCompany ? [] : without(uniqueId))
      if (!isOfNewCompany) return
      company.onChange('')
      draft.onChange(draft.value)
    }
    undoable(putBack, true, phrase('The existing contact is used'))
  }
  const text = isOfNewCompany ? t('Use this contact and its company') : t('Use this contact')
  return {
    takerOf: (remove: () => () => void) => (contact: SimilarContact) =>
      isOfNewCompany || contact.company.uniqueId === company.value ? { text, run: () => take(contact, remove) } : undefined,
  }
}

interface NewAttendeesProps extends Pick<FieldProps, 'label' | 'required' | 'error'> {
  children: ReactNode
}

/** The attendees of a meeting with a new company, which has no contacts yet: only new ones. */
const NewAttendees = ({ label, required, error, children }: NewAttendeesProps) => {
  const id = useId()
  return (
    <Input.Wrapper
      id={id}
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={error ? `${id}-error` : undefined}
      label={label}
      labelElement="div"
      withAsterisk={required}
      error={error}
    >
      <Stack mt={4} mb={error ? 4 : 0}>
        {children}
      </Stack>
    </Input.Wrapper>
  )
}

interface ContactFieldsProps {
  path: string
  contact: NewContact
  faults: PartFaults
  onChange: (contact: NewContact) => void
  onRemove: () => void
  /** The company of the meeting; empty if it is new. */
  companyId: string
  actionOf: NonNullable<ComponentProps<typeof SimilarContacts>['actionOf']>
}

const ContactFields = ({ path, contact, faults, onChange, onRemove, companyId, actionOf }: ContactFieldsProps) => {
  const t = useText()
  const { labels } = useFields(contactFields)
  const needsAddress = isMember(useActor())
  const field = fieldsOf({ path, value: contact, onChange, faults })
  return (
    <Fieldset variant="unstyled" className={styles.part} legend={t('New contact')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <FieldInput spec={contactFields.firstName} {...field('firstName', labels.firstName, true)} />
        <FieldInput spec={contactFields.lastName} {...field('lastName', labels.lastName, true)} />
        <FieldInput spec={contactFields.title} {...field('title', labels.title, true)} />
        <FieldInput spec={contactFields.contactRole} {...field('contactRole', labels.contactRole, true)} />
        <FieldInput spec={contactFields.email} {...field('email', labels.email, needsAddress)} />
        <FieldInput spec={contactFields.number} {...field('number', labels.number)} />
        <CustomPart kind="contact" path={path} value={contact} onChange={onChange} faults={faults} />
      </SimpleGrid>
      <Stack gap="sm" mt="sm">
        <SimilarContacts
          firstName={contact.firstName.trim()}
          lastName={contact.lastName.trim()}
          email={contact.email.trim()}
          companyId={companyId}
          butId={undefined}
          actionOf={actionOf}
        />
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          className={styles.action}
          leftSection={<IconTrash size={14} aria-hidden />}
          onClick={onRemove}
        >
          {t('Remove')}
        </Button>
      </Stack>
    </Fieldset>
  )
}

const CustomInput = lazyWithRetry(async () => (await import('#ui/entity/CustomInput')).CustomInput)

interface CustomPartProps<T> extends Part<T> {
  kind: 'company' | 'contact'
}

/** The inputs of the tenant's custom fields of a kind, for a record that is created within another record's form. */
const CustomPart = <T extends { [name: CustomName]: unknown }>({ kind, ...part }: CustomPartProps<T>) => {
  const { data } = useCustomFields(kind)
  const field = fieldsOf<T>(part)
  return data?.rows.map((definition) => {
    const { value = definition.type === 'SEVERAL' ? [] : '', ...props } = field(customName(definition.key), definition.label)
    return (
      <Suspense key={definition.key} fallback={<Skeleton height={60} />}>
        <CustomInput {...props} definition={definition} value={value} />
      </Suspense>
    )
  })
}
