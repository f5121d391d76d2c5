import { companyFields } from '@tradewind/contract/crm/company.fields'
import { contactFields } from '@tradewind/contract/crm/contact.fields'
import type { MeetingReport } from '@tradewind/contract/crm/meetingReport.contract'
import { meetingReportFields, type MeetingType } from '@tradewind/contract/crm/meetingReport.fields'
import { nextStepsFields } from '@tradewind/contract/crm/nextSteps.fields'
import type { Summary } from '@tradewind/contract/crm/summary.contract'
import { type CustomName, customName } from '@tradewind/contract/kit/custom/custom.fields'
import { useEffect, useRef, useState } from 'react'
import type { Person } from '#crm/nextSteps/TaskForm'
import type { Failure } from '#kit/api/failure'
import { phrase, type Say, useText } from '#kit/text'
import type { FieldProps } from '#ui/form/FormPage'
import { givenBy } from '#ui/form/useRecordForm'
import { today } from '#ui/values/dates'

type Attendee = Pick<MeetingReport['attendees'][number], 'uniqueId' | 'fullName'>

/** An item of a list that a form makes. Its key tells it from the others while they change their places. */
interface Item {
  key: string
}

/** A record that is made on the spot, with its values of the fields that the tenant has added. */
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

/** What the form of a meeting holds. */
export type Meeting = {
  date: string
  eventType: MeetingType
  /** Empty where none is chosen. */
  companyUID: string
  /** In place of one that is there already. */
  newCompany: NewCompany | null
  attendees: Attendee[]
  newContacts: NewContact[]
  summaries: NewSummary[]
}

const newKey = () => crypto.randomUUID()

export const newCompany = (legalName: string): NewCompany => ({ legalName, country: '', website: '', companyTypeList: [] })

/** Somebody who is new, by the name that was typed: its last word is the surname. */
export const newContact = (name: string): NewContact => {
  const words = name.split(/\s+/)
  const [lastName = ''] = words.length > 1 ? words.splice(-1) : []
  return { key: newKey(), firstName: words.join(' '), lastName, title: '', contactRole: '', email: '', number: '' }
}

export const newStep = (assignedUser: Person | null): NewStep => ({ key: newKey(), todo: '', byWhen: '', assignedUser })

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

export const firstSummary = (sharedWithProjects: Summary['sharedWithProjects'] = []): NewSummary => ({
  ...newSummary({ sharedWith: [], sharedWithProjects }),
  key: 'first',
})

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

/** The values of the fields that the tenant has added to reports, which the form has beside its own. */
const ownIn = (values: object) => Object.fromEntries(Object.entries(values).filter(([name]) => name.startsWith(customName(''))))

const isBlank = ({ text, nextSteps }: NewSummary) => text === '' && nextSteps.length === 0
/** Without the summaries at the end in which nothing was written. */
const written = (summaries: readonly NewSummary[]) => summaries.slice(0, summaries.findLastIndex((one) => !isBlank(one)) + 1)

/** A meeting as its call takes it. */
export const meetingSent = ({ newCompany: company, companyUID, attendees, newContacts, summaries, ...report }: Meeting) => ({
  date: report.date,
  eventType: report.eventType,
  ...(company ? { newCompany: company } : { companyUID }),
  attendees: idsOf(attendees),
  newContacts: newContacts.map(withoutKey),
  ...ownIn(report),
  summaries: written(summaries).map(({ text, sharedWith, sharedWithProjects, nextSteps }) => ({
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
  text: phrase('Summary'),
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

/** How a field that the tenant has added is called, within a record that is made on the spot: `newContacts.0.custom.hobby`. */
const customLabelOf = (path: string, t: Say, custom: CustomLabels) => {
  const { record = '', at, key = '' } = /^(?<record>\w+)(\.(?<at>\d+))?\.custom\.(?<key>.+)$/.exec(path)?.groups ?? {}
  const made = records[record]
  const label = made && custom(made.kind, key)
  return label && `${t(made.label, { number: Number(at) + 1 })}, ${label}`
}

/** How a field that the tenant has added to a kind of record is called, by its key. */
type CustomLabels = (kind: 'company' | 'contact', key: string) => string | undefined

/** How a field of a meeting is called, by its path: `summaries.0.nextSteps.1.todo`. */
export const labelOf = (path: string, t: Say, custom: CustomLabels) => {
  const own = customLabelOf(path, t, custom)
  if (own) return own
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
  /** What is wrong with a field, by its path: `summaries.0.text`. Null where nothing is. */
  of: (path: string) => string | null
  /** Forgets what was wrong with a field, or with all within a part. */
  forget: (path: string) => void
}

/** What the server had against the parts of a form. What is typed over is no longer wrong. */
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

/** Gives the inputs of a part what they need to be its fields, as a form does for its own. */
export const fieldsOf =
  <T extends object>({ path, value, onChange, faults }: Part<T>) =>
  (name: keyof T & string, label: string, required = false): FieldProps => ({
    id: `${path}.${name}`,
    name: `${path}.${name}`,
    label,
    required,
    value: value[name],
    onChange: (given) => {
      faults.forget(`${path}.${name}`)
      onChange({ ...value, [name]: givenBy(given) })
    },
    error: faults.of(`${path}.${name}`),
  })

/** Puts the focus into an item that was just added: on its first field. */
export const useFocusWhenAdded = (isAdded: boolean) => {
  const element = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (isAdded) element.current?.querySelector<HTMLElement>('[data-autofocus], input, textarea')?.focus()
  }, [isAdded])
  return element
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

/** The items of a list of a form: changed, added with the focus in it, taken out with an Undo where something was typed. */
export const useItems = <T extends Keyed>({ path, items, onChange, faults }: ItemsProps<T>) => {
  const [added, setAdded] = useState('')
  // What is typed until something is put back stays.
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
    /** Gives what puts it back. */
    remove: ({ key }: T) => {
      faults.forget(path)
      const at = items.findIndex((one) => one.key === key)
      const gone = items[at]!
      onChange(items.filter((one) => one.key !== key))
      return () => {
        const { items: now, onChange: put } = latest.current
        put([...now.slice(0, at), gone, ...now.slice(at)])
      }
    },
  }
}
