import { z } from 'zod'
import { asking, endpoint, id } from '../kit/endpoint.ts'
import { Happening, timelineOf } from '../kit/timeline.ts'

export const timelineApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/timeline/:kind/:uniqueId',
    who: 'signedIn',
    about: 'What happened around a company, a contact or a project that you may see, the latest first.',
    input: asking(['dateCreated'], { kind: z.enum(timelineOf, 'There is no such timeline'), uniqueId: id }).omit({ q: true }),
    reply: z.array(Happening),
    answers: 'list',
  }),
}
