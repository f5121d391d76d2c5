import { z } from 'zod'
import { emptyInput, endpoint, id, instant, listQuery } from '../kit/endpoint.ts'
import { atMost } from '../kit/fields.ts'

/** The channels through which notifications reach a person. */
export const notificationTypes = ['PUSH_WEB'] as const

/** A notification for a person, in their language. The live channel sends the same fields. */
export const Notification = z.object({
  uniqueId: id,
  dateCreated: instant,
  subject: z.string(),
  abbreviatedContentText: z.string(),
  /** The end of the screen's address, after the area; null where there is none. */
  path: z.string().nullable(),
  readAt: instant.nullable(),
})
export type Notification = z.output<typeof Notification>

const notificationQuery = listQuery(['dateCreated'], { unread: z.enum(['true', 'false'], 'true or false').optional() })
  .omit({ q: true })
  .extend({ type: z.enum(notificationTypes, 'Unknown type') })

export const notificationApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/notificationQueue/list/:type',
    access: 'signedIn',
    summary:
      'Lists the notifications of the signed-in user, newest first, as long as the tenant keeps them. New notifications are also sent live ' +
      'via STOMP 1.2 at /ws, destination /user/topic/notification, with the access token as the Authorization header of ' +
      'CONNECT.',
    input: notificationQuery,
    reply: z.array(Notification),
    replyType: 'list',
  }),
  listOfUser: endpoint({
    method: 'GET',
    path: '/api/notificationQueue/list/user/:type',
    access: 'signedIn',
    summary: 'Returns the same list as /api/notificationQueue/list/{type}.',
    input: notificationQuery,
    reply: z.array(Notification),
    replyType: 'list',
  }),
  unread: endpoint({
    method: 'GET',
    path: '/api/notificationQueue/unread',
    access: 'signedIn',
    summary: 'Returns the number of unread notifications of the signed-in user.',
    input: emptyInput,
    reply: z.object({ count: z.number() }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/notificationQueue/:uniqueId',
    access: 'signedIn',
    summary: 'Returns one notification of the signed-in user.',
    input: z.strictObject({ uniqueId: id }),
    reply: Notification,
  }),
  read: endpoint({
    method: 'POST',
    path: '/api/notificationQueue/read',
    access: 'signedIn',
    summary: 'Marks the given notifications of the signed-in user as read: all of them or none.',
    input: z.strictObject({ uniqueIds: atMost(z.array(id).min(1, 'Name a notification'), 500) }),
    reply: z.object({ count: z.number() }),
  }),
  readAll: endpoint({
    method: 'POST',
    path: '/api/notificationQueue/readAll',
    access: 'signedIn',
    summary: 'Marks all notifications of the signed-in user as read.',
    input: emptyInput,
    reply: z.object({ count: z.number() }),
  }),
}
