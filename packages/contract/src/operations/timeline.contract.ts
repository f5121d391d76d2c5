import { z } from 'zod'
import { asking, endpoint, id } from '../kit/endpoint.ts'
import { Happening, timelineOf, timelineParts } from '../kit/history.ts'

export const timelineApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/timeline/:kind/:uniqueId',
    who: 'signedIn',
    about:
      'What happened around a company, a contact or a project that you may see, the latest first. A summary that was shared is told of once.',
    input: asking(['dateCreated'], {
      kind: z.enum(timelineOf, 'There is no such timeline'),
      uniqueId: id,
      part: z.enum(timelineParts, 'There is no such part of a timeline').optional(),
    }).omit({ q: true }),
    reply: z.array(Happening),
    answers: 'list',
  }),
}
