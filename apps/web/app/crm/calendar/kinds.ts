import { type Icon, IconAddressBook, IconCalendarEvent, IconChecklist, IconReport } from '@tabler/icons-react'
import { type CalendarKind, calendarKinds } from '@tradewind/contract/crm/calendar.kinds'
import { eventPolicy, meetingReportPolicy, nextStepsPolicy, projectCompanyPolicy } from '@tradewind/contract/crm/policies'
import { can, type Rules } from '@tradewind/contract/kit/policy'
import type { Answer } from '#kit/api/calls'
import { useActor } from '#kit/session'
import { phrase, type Say } from '#kit/text'

export type Entry = Answer<'GET /api/calendar/'>['entries'][number]

/** How the calendar calls each kind, and who sees any of it. */
export const kindWords: Record<CalendarKind, { one: string; many: string; icon: Icon; rules: Rules }> = {
  event: { one: phrase('Event'), many: phrase('Events'), icon: IconCalendarEvent, rules: eventPolicy.see },
  meetingReport: { one: phrase('Meeting'), many: phrase('Meetings'), icon: IconReport, rules: meetingReportPolicy.see },
  nextSteps: { one: phrase('Task'), many: phrase('Tasks'), icon: IconChecklist, rules: nextStepsPolicy.see },
  projectCompany: {
    one: phrase('Next contact'),
    many: phrase('Next contacts'),
    icon: IconAddressBook,
    rules: projectCompanyPolicy.see,
  },
}

/** The kinds of which whoever is signed in may see any. */
export const useKinds = () => {
  const actor = useActor()
  return calendarKinds.filter((kind) => can(actor, kindWords[kind].rules))
}

/** What is beside the title: of a meeting its type, in words; of all others what somebody has typed. */
export const detailOf = ({ kind, detail }: Pick<Entry, 'kind' | 'detail'>, t: Say) =>
  kind === 'meetingReport' ? t(detail) : detail

/** One entry among others: a record can be on one day alone. */
export const keyOf = ({ kind, uniqueId }: Pick<Entry, 'kind' | 'uniqueId'>) => `${kind}-${uniqueId}`

/** Entries by their day, in the order in which they came. */
export const byDayOf = (entries: readonly Entry[]) => Map.groupBy(entries, ({ day }) => day)
