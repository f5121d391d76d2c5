/** The kinds of record that a calendar shows: events, meetings, open tasks, and companies in projects by their next contact. */
export const calendarKinds = ['event', 'meetingReport', 'nextSteps', 'projectCompany'] as const
export type CalendarKind = (typeof calendarKinds)[number]

/** What a feed holds: what is one's own, all of one project, or events. */
export const feedContents = ['own', 'project', 'events'] as const
export type FeedContent = (typeof feedContents)[number]

/** Days that one call may ask for. */
export const MOST_DAYS = 62
/** Entries that one answer holds. */
export const MOST_ENTRIES = 2000
/** Feeds that a person may have at a time. */
export const MOST_FEEDS = 10
