import type { MeetingReport } from '@tradewind/contract/crm/meetingReport.contract'
import type { Translate } from '#kit/text'
import { dayInSentence } from '#ui/values/dates'

/** The name of a report: its company and the day of the meeting. */
export const nameOf = ({ company, date }: Pick<MeetingReport, 'company' | 'date'>) =>
  `${company.legalName}, ${dayInSentence(date) || date}`

/** The country of the company, in the reader's language. */
export const countryOf =
  (t: Translate) =>
  ({ company }: Pick<MeetingReport, 'company'>) =>
    company.country ? t(company.country) : null

/** Many reports are written on one day, so a card's title is the company and the day of the meeting. */
export const card = { title: nameOf, titleFields: ['company', 'date'] }
