import { z } from 'zod'
import { endpoint, id, instant, listQuery } from '../kit/endpoint.ts'
import { letterPolicy } from './policies.ts'

/** What a letter is about. */
export const letterKinds = [
  'ACCOUNT',
  'SIGN_UP',
  'NOTIFICATION',
  'SHARE',
  'SUMMARY',
  'ENQUIRY',
  'ASSESSMENT',
  'EVENT',
  'REVIEW',
  'WEB_CALL',
] as const
export type LetterKind = (typeof letterKinds)[number]

/**
 * WAITING: it will be retried. SENDING: it is being sent. FAILED: it was rejected, or three days have passed. UNCERTAIN: the connection or the server
 * failed while it was sent; it may have arrived, and is not sent again.
 */
const letterStates = ['WAITING', 'SENDING', 'FAILED', 'UNCERTAIN'] as const

/** A letter that has not been sent. Neither its text nor its links are shown. */
export const Letter = z.object({
  uniqueId: id,
  dateCreated: instant,
  kind: z.enum(letterKinds),
  /** The tenant in whose name it is written. */
  tenantName: z.string(),
  /** Known from the first attempt on. */
  recipient: z.string().nullable(),
  state: z.enum(letterStates),
  /** The number of failed attempts. */
  attempts: z.number(),
  nextAttempt: instant.nullable(),
  /** The mail server's last response. */
  problem: z.string().nullable(),
})
export type Letter = z.output<typeof Letter>

export const letterApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/letter/',
    access: letterPolicy.see,
    summary: 'Lists the letters of all tenants that are waiting to be sent, or that were given up in the last seven days.',
    input: listQuery(['dateCreated'], {}).omit({ q: true }),
    reply: z.array(Letter),
    replyType: 'list',
  }),
}
