import { z } from 'zod'
import { endpoint, id, listQuery } from '../kit/endpoint.ts'
import { TimelineEntry, timelineKinds, timelineParts } from '../kit/history.ts'

export const timelineApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/timeline/:kind/:uniqueId',
    access: 'signedIn',
    summary:
      'Lists what happened around a company, a contact or a project that you may see, latest first. A summary that was shared is listed once. The timeline of a contact has the reports and summaries of the meetings that they attended.',
    input: listQuery(['dateCreated'], {
      kind: z.enum(timelineKinds, 'There is no such timeline'),
      uniqueId: id,
      part: z.enum(timelineParts, 'There is no such part of a timeline').optional(),
    }).omit({ q: true }),
    reply: z.array(TimelineEntry),
    replyType: 'list',
  }),
}
