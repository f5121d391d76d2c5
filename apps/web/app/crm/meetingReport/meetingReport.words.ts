import type { MeetingReport } from '@tradewind/contract/crm/meetingReport.contract'
import { phrase, type Say } from '#kit/text'
import { dayOf } from '#ui/values/dates'
import { inWords } from '#ui/values/words'

export type EventType = MeetingReport['eventType']

/** The types of meeting, in the order of the forms. */
export const eventNames: Readonly<Record<EventType, string>> = {
  CALL: phrase('Call'),
  WEB_MEETING: phrase('Web Meeting'),
  FACE_TO_FACE_MEETING: phrase('Face to Face Meeting'),
  VISIT_AT_FAIR: phrase('Visit at Fair'),
}

/** How the fields are called, in forms, details and history. */
export const labelsIn = (t: Say) => ({
  date: t('Date'),
  companyUID: t('Company'),
  companyName: t('Company'),
  eventType: t('Event Type'),
  attendees: t('Attendees'),
})

/** What a report is called: its company, and the day of the meeting. */
export const nameOf = ({ company, date }: Pick<MeetingReport, 'company' | 'date'>) =>
  `${company.legalName}, ${dayOf(date) ?? date}`

const isEvent = (value: unknown): value is EventType => typeof value === 'string' && Object.hasOwn(eventNames, value)

const named = (value: unknown) => (typeof value === 'object' && value !== null && 'fullName' in value ? value.fullName : value)

/** A field's value in words. */
export const showIn =
  (t: Say) =>
  (field: string, value: unknown): string => {
    if (isEvent(value)) return t(eventNames[value])
    if (field === 'date' && typeof value === 'string') return dayOf(value) ?? value
    return inWords([value].flat().map(named))
  }
