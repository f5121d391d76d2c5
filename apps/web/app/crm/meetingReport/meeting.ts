import { companyFields } from '@tradewind/contract/crm/company.fields'
import { contactFields } from '@tradewind/contract/crm/contact.fields'
import type { MeetingReport } from '@tradewind/contract/crm/meetingReport.contract'
import { meetingReportFields, type MeetingType } from '@tradewind/contract/crm/meetingReport.fields'
import { nextStepsFields } from '@tradewind/contract/crm/nextSteps.fields'
import type { Summary } from '@tradewind/contract/crm/summary.contract'
import { type CustomName, customName } from '@tradewind/contract/kit/custom/custom.fields'
import { phrase } from '@tradewind/contract/kit/phrase'
import { useEffect, useRef, useState } from 'react'
import type { Person } from '#crm/nextSteps/TaskForm'
import type { Failure } from '#kit/api/failure'
import { valueFromInput } from '#kit/browser/drafts'
import { type Translate, useText } from '#kit/text'
import type { FieldProps } from '#ui/form/FormPage'
import { withoutRetired } from '#ui/form/useRecordForm'
import { useToast } from '#ui/page/toast'
import { today } from '#ui/values/dates'

type Attendee = Pick<MeetingReport['attendees'][number], 'uniqueId' | 'fullName'>

/** An item of a list in the form. Its key identifies it while items change their positions. */
interface Item {
  key: string
}

/** A record that is created with the report, with the values of its custom fields. */
interface WithCustom {
  [name: CustomName]: unknown
}

export interface NewCompany extends WithCustom {
  legalName: string
  country: string
  website: string
  companyTypeList: string[]
}

export interface NewContact extends Item, WithCustom {
  firstName: string
  lastName: string
  title: string
  contactRole: string
  email: string
  number: string
}

export interface NewStep extends Item {
  todo: string
  byWhen: string
  assignedUser: Person | null
}

export interface NewSummary extends Item, Pick<Summary, 'text' | 'sharedWith' | 'sharedWithProjects'> {
  nextSteps: NewStep[]
}

/** The state of the meeting form. */
export type Meeting = {
  date: string
  eventType: MeetingType
  /** Empty while none is chosen. */
  companyUID: string
  /** Used instead of an existing company. */
  newCompany: NewCompany | null
  attendees: Attendee[]
  newContacts: NewContact[]
  summaries: NewSummary[]
}

const newKey = () => crypto.randomUUID()

export const newCompany = (legalName: string): NewCompany => ({ legalName, country: '', website: '', companyTypeList: [] })

/** A new contact from the typed name: the last word is the surname. */
export const newContact = (name: string): NewContact => {
  const words = name.split(/\s+/)
  const [lastName = ''] = words.length > 1 ? words.splice(-1) : []
  return { key: newKey(), firstName: words.join(' '), lastName, title: '', contactRole: '', email: '', number: '' }
}

export const newStep = (assignedUser: Person | null): NewStep => ({ key: newKey(), todo: '', byWhen: '', assignedUser })

/** The key of the task that a form opens with. */
export const FIRST_TASK = 'first'

/** The task that a form opens with, for the signed-in user, whose name the input knows. */
export const firstStep = (uniqueId: string): NewStep => ({ ...newStep({ uniqueId, fullName: '' }), key: FIRST_TASK })

export const newSummary = ({
  sharedWith,
  sharedWithProjects,
}: Pick<Summary, 'sharedWith' | 'sharedWithProjects'>): NewSummary => ({
  key: newKey(),
  text: '',
  sharedWith,
  sharedWithProjects,
  nextSteps: [],
})

/** The first summary of a meeting. `number`: of the meeting, if others were entered in a row before it. */
export const firstSummary = (sharedWithProjects: Summary['sharedWithProjects'] = [], number = ''): NewSummary => ({
  ...newSummary({ sharedWith: [], sharedWithProjects }),
  key: number ? `${NEXT}${number}` : 'first',
})

const NEXT = 'next '
/** Whether it is the summary that the next of several meetings in a row opens with. */
export const isOfNext = ({ key }: NewSummary) => key.startsWith(NEXT)

const idsText = (records: readonly { uniqueId: string }[]) => records.map(({ uniqueId }) => uniqueId).join(',')

/** The address of the form for the next meeting in a row: on the same day, of the same type, with the same people and projects. */
export const nextMeetingPath = ({ date, eventType, company, attendees }: MeetingReport, summaries: readonly NewSummary[]) => {
  const { sharedWithProjects, key } = summaries[0] ?? firstSummary()
  const params = {
    company: company.uniqueId ?? '',
    contact: idsText(attendees),
    project: idsText(sharedWithProjects),
    date,
    type: eventType,
    next: String(key.startsWith(NEXT) ? Number(key.slice(NEXT.length)) + 1 : 1),
  }
  const given = Object.entries(params).filter(([, value]) => value !== '')
  return `meeting/create?${new URLSearchParams(given)}`
}

export const emptyMeeting = (): Meeting => ({
  date: today(),
  eventType: 'CALL',
  companyUID: '',
  newCompany: null,
  attendees: [],
  newContacts: [],
  summaries: [firstSummary()],
})

const idsOf = (records: readonly { uniqueId: string }[]) => records.map(({ uniqueId }) => uniqueId)

const withoutKey = <T extends Item>({ key: _key, ...fields }: T) => fields
const stepOf = ({ todo, byWhen, assignedUser }: NewStep) => ({ todo, byWhen, assignedUser: assignedUser?.uniqueId ?? '' })

/** The values of the tenant's custom fields of reports, which the form holds next to its own. */
const customValuesIn = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name.startsWith(customName(''))))

export const isBlank = ({ text, nextSteps }: NewSummary) => text === '' && nextSteps.length === 0
/** The summaries without the blank ones at the end. */
const withoutTrailingBlanks = (summaries: readonly NewSummary[]) =>
  summaries.slice(0, summaries.findLastIndex((one) => !isBlank(one)) + 1)

/** The custom fields in use of the records that can be created with a report, once they are known. */
type FieldsInUse = Readonly<Record<'company' | 'contact', Parameters<typeof withoutRetired>[1]>>

/** The input of the call that creates the meeting. */
export const meetingInput = (
  { newCompany: company, companyUID, attendees, newContacts, summaries, ...report }: Meeting,
  inUse: FieldsInUse,
) => ({
  date: report.date,
  eventType: report.eventType,
  ...(company ? { newCompany: withoutRetired(company, inUse.company) } : { companyUID }),
  attendees: idsOf(attendees),
  newContacts: newContacts.map((contact) => withoutRetired(withoutKey(contact), inUse.contact)),
  ...customValuesIn(report),
  summaries: withoutTrailingBlanks(summaries).map(({ text, sharedWith, sharedWithProjects, nextSteps }) => ({
    text,
    sharedWith: idsOf(sharedWith),
    sharedWithProjects: idsOf(sharedWithProjects),
    nextSteps: nextSteps.map(stepOf),
  })),
})

const labels: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries({ ...companyFields, ...contactFields, ...nextStepsFields, ...meetingReportFields }).map(
      ([field, { label }]) => [field, label],
    ),
  ),
  text: phrase('What was said'),
  sharedWith: phrase('Shared with users'),
  sharedWithProjects: phrase('Shared with projects'),
}

const parts: Readonly<Record<string, string>> = {
  newContacts: phrase('New contact {number}'),
  summaries: phrase('Summary {number}'),
  nextSteps: phrase('Task {number}'),
}

const records: Readonly<Record<string, { kind: 'company' | 'contact'; label: string }>> = {
  newCompany: { kind: 'company', label: phrase('New company') },
  newContacts: { kind: 'contact', label: phrase('New contact {number}') },
}

/** The label of a custom field within a record that is created with the report: `newContacts.0.custom.hobby`. */
const customLabelOf = (path: string, t: Translate, custom: CustomLabels) => {
  const { record = '', at, key = '' } = /^(?<record>\w+)(\.(?<at>\d+))?\.custom\.(?<key>.+)$/.exec(path)?.groups ?? {}
  const recordSpec = records[record]
  const label = recordSpec && custom(recordSpec.kind, key)
  return label && `${t(recordSpec.label, { number: Number(at) + 1 })}, ${label}`
}

/** The label of a custom field by kind of record and key. */
type CustomLabels = (kind: 'company' | 'contact', key: string) => string | undefined

/** The label of a field of the meeting, by its path: `summaries.0.nextSteps.1.todo`. */
export const labelOf = (path: string, t: Translate, custom: CustomLabels) => {
  const customLabel = customLabelOf(path, t, custom)
  if (customLabel) return customLabel
  const words = path.split('.')
  return words
    .flatMap((word, at) => {
      const number = Number(words[at + 1])
      if (Number.isInteger(number) && parts[word]) return t(parts[word], { number: number + 1 })
      return labels[word] ? t(labels[word]) : []
    })
    .join(', ')
}

export interface PartFaults {
  /** The error of a field, by its path: `summaries.0.text`. Null if it has none. */
  of: (path: string) => string | null
  /** Clears the error of a field, or all errors within a part. */
  forget: (path: string) => void
}

/** The server's errors by part of the form. The error of a field is cleared when its value changes. */
export const usePartFaults = (failure: Failure | null): PartFaults => {
  const t = useText()
  const [forgotten, setForgotten] = useState<{ failure: Failure | null; paths: readonly string[] }>({ failure: null, paths: [] })
  const paths = forgotten.failure === failure ? forgotten.paths : []
  const isForgotten = (path: string) => paths.some((one) => path === one || path.startsWith(`${one}.`))
  return {
    of: (path) => {
      const sentence = failure?.fields[path]
      return sentence && !isForgotten(path) ? t(sentence) : null
    },
    forget: (path) => setForgotten({ failure, paths: [...paths, path] }),
  }
}

export interface Part<T> {
  /** `summaries.0` */
  path: string
  value: T
  onChange: (value: T) => void
  faults: PartFaults
}

/** Provides the props for the inputs of a part, as a form does for its own fields. */
export const fieldsOf =
  <T extends object>({ path, value, onChange, faults }: Part<T>) =>
  (name: keyof T & string, label: string, required = false): FieldProps => ({
    id: `${path}.${name}`,
    name: `${path}.${name}`,
    label,
    required,
    value: value[name],
    onChange: (input) => {
      faults.forget(`${path}.${name}`)
      onChange({ ...value, [name]: valueFromInput(input) })
    },
    error: faults.of(`${path}.${name}`),
  })

/** Moves the focus to the first field of an item that was just added. */
export const useFocusWhenAdded = (isAdded: boolean) => {
  const element = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (isAdded) element.current?.querySelector<HTMLElement>('[data-autofocus], input, textarea')?.focus()
  }, [isAdded])
  return element
}

/** Moves the focus to the field with an id, once the change that is made in the same event is shown. */
export const useFocusAfterChange = () => {
  const fieldId = useRef('')
  useEffect(() => {
    if (fieldId.current) document.getElementById(fieldId.current)?.focus()
    fieldId.current = ''
  })
  return (id: string) => {
    fieldId.current = id
  }
}

interface Keyed {
  key: string
}

interface ItemsProps<T> {
  path: string
  items: readonly T[]
  onChange: (items: T[]) => void
  faults: PartFaults
}

/** The items of a list in the form: changes them, adds one with the focus in it, and removes one, with Undo if something was typed. */
export const useItems = <T extends Keyed>({ path, items, onChange, faults }: ItemsProps<T>) => {
  const [added, setAdded] = useState('')
  // A ref, so that Undo keeps what was typed meanwhile.
  const latest = useRef({ items, onChange })
  useEffect(() => {
    latest.current = { items, onChange }
  })
  return {
    added,
    add: (item: T) => {
      setAdded(item.key)
      onChange([...items, item])
    },
    change: (item: T) => onChange(items.map((one) => (one.key === item.key ? item : one))),
    /** Returns the function that restores the item. */
    remove: ({ key }: T) => {
      faults.forget(path)
      const at = items.findIndex((one) => one.key === key)
      const removed = items[at]!
      onChange(items.filter((one) => one.key !== key))
      return () => {
        const { items: now, onChange: setItems } = latest.current
        setItems([...now.slice(0, at), removed, ...now.slice(at)])
      }
    },
  }
}

/** Shows that an item was removed or replaced, with Undo, if something was typed in it. */
export const useUndoable = () => {
  const toast = useToast()
  return (putBack: () => void, isWritten: boolean, message = phrase('Removed')) => {
    if (isWritten) toast.reply({ responseStatus: 'SUCCESS', message }, putBack)
  }
}
