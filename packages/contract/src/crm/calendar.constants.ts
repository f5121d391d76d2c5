/** The kinds of record that a calendar shows: events, meetings, open tasks, and companies in projects by their next contact. */
export const calendarKinds = ['event', 'meetingReport', 'nextSteps', 'projectCompany'] as const
export type CalendarKind = (typeof calendarKinds)[number]

/** What a feed contains: the user's own entries, all of one project, or events. */
export const feedContents = ['own', 'project', 'events'] as const
export type FeedContent = (typeof feedContents)[number]

/** The maximum number of days that one call may request. */
export const MAX_CALENDAR_DAYS = 62
/** The maximum number of entries in one reply. */
export const MAX_ENTRIES = 2000
/** The maximum number of feeds that a person may have at a time. */
export const MAX_FEEDS = 10
