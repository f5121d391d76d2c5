import { date, integer, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { tenantTable } from '#kit/database/table'

/** The number of page views of a route on a day. */
export const pageViews = tenantTable(
  'page_view',
  { day: date({ mode: 'string' }).notNull(), pattern: text().notNull(), count: integer().notNull() },
  (t) => [uniqueIndex('page_view_of_day').on(t.tenantId, t.day, t.pattern)],
)
