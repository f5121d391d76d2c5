import { z } from 'zod'
import { emptyReply, endpoint } from '../kit/endpoint.ts'
import { day } from '../kit/fields.ts'
import { analyticsPolicy } from './policies.ts'

/** A route's pattern as the web app names it (`/blog/:slug`), never a path: paths contain tokens. */
const pattern = z
  .string()
  .max(80)
  .regex(
    /^\/(?:[a-zA-Z]{1,24}|:[a-zA-Z]{1,16}|[a-z]+-[a-z]+|\*|\d{3})?(?:\/(?:[a-zA-Z]{1,24}|:[a-zA-Z]{1,16}|[a-z]+-[a-z]+|\*|\d{3})){0,7}$/,
    'This is not the pattern of a route',
  )

/** Page views, counted by day, tenant and pattern, and by nothing else. */
export const analyticsApi = {
  pageView: endpoint({
    method: 'POST',
    path: '/api/public/pageView',
    access: 'anyone',
    summary: 'Counts a page view. No data about the visitor is stored.',
    input: z.strictObject({ pattern }),
    reply: emptyReply,
    bodyLimit: 1024,
  }),
  pageViews: endpoint({
    method: 'GET',
    path: '/api/analytics/pageViews',
    access: analyticsPolicy.see,
    summary:
      'Returns the page views between two days, both included: by day (of one pattern, if the request names it), and by ' +
      'pattern, highest count first. The period can be one year at most.',
    input: z.strictObject({ dateFrom: day('Date From'), dateTo: day('Date To'), pattern: pattern.optional() }),
    reply: z.object({
      /** The total over all patterns. */
      total: z.number(),
      days: z.array(z.object({ day: z.string(), count: z.number() })),
      patterns: z.array(z.object({ pattern: z.string(), count: z.number() })),
    }),
  }),
}
