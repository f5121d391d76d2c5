import { companyFields } from '@tradewind/contract/crm/company.fields'
import { contactFields } from '@tradewind/contract/crm/contact.fields'
import type { MeetingReport } from '@tradewind/contract/crm/meetingReport.contract'
import { meetingReportFields, type MeetingType } from '@tradewind/contract/crm/meetingReport.fields'
import { nextStepsFields } from '@tradewind/contract/crm/nextSteps.fields'
import type { Summary } from '@tradewind/contract/crm/summary.contract'
import { type CustomName, customName } from '@tradewind/contract/kit/custom/custom.fields'
import type { Person } from '#crm/nextSteps/AssigneeSelect'
import { phrase, type Say } from '#kit/text'
import { today } from '#ui/values/dates'

export type Attendee = Pick<MeetingReport['attendees'][number], 'uniqueId' | 'fullName'>

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
