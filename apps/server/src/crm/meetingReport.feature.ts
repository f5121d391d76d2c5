import { dayFirst } from '#kit/days'
import { entityUse, type Feature } from '#kit/feature'
import type { AppContext } from '../appContext.ts'
import { contactDays, meetingReportRoutes, meetingRoutes } from './meetingReport.routes.ts'
import { attendees, meetingReportEntity } from './schema/meetingReport.table.ts'

export const meetingReportFeature = (context: AppContext): Feature => ({
  routes: () => [meetingReportRoutes(context), meetingRoutes(context)],
  schedules: [contactDays(context)],
  entities: [
    entityUse(meetingReportEntity, { onTimeline: true, search: { sort: '-date', detail: ({ date }) => dayFirst(date) } }),
  ],
  references: [{ to: 'contact', table: attendees, column: 'contactId', kind: meetingReportEntity.name }],
})
