import type { MeetingReport } from '@tradewind/contract/crm/meetingReport.contract'
import type { Say } from '#kit/text'
import type { CardTitle, Column } from '#ui/list/columns'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import { eventNames, nameOf } from './meetingReport.words.ts'

/** Many reports are written on one day: a card is called by its company and the day of the meeting. */
export const card: CardTitle<MeetingReport> = { title: nameOf, instead: ['company', 'date'] }

/** The columns of a list of reports. */
export const columnsIn = (t: Say): Column<MeetingReport>[] => [
  { field: 'dateCreated', head: t('Created On'), show: ({ dateCreated }) => <Day at={dateCreated} />, sorts: true, width: '12%' },
  { field: 'date', head: t('Date'), show: ({ date }) => <Day at={date} />, sorts: true, width: '11%' },
  { field: 'company', head: t('Company'), show: ({ company }) => <Clip>{company.legalName}</Clip>, sorts: true, width: '26%' },
  { field: 'country', head: t('Country'), show: ({ company }) => <Clip>{company.country}</Clip>, sorts: true, width: '12%' },
  { field: 'eventType', head: t('EventType'), show: ({ eventType }) => t(eventNames[eventType]), sorts: true, width: '14%' },
  {
    field: 'attendees',
    head: t('Attendees'),
    show: ({ attendees }) => <Clip>{attendees.map(({ fullName }) => fullName).join(', ')}</Clip>,
  },
]
