import type { Endpoint } from '@tradewind/contract/kit/endpoint'
import { say } from '@tradewind/contract/kit/say'
import { and, eq, sql } from 'drizzle-orm'
import { jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createHash } from 'node:crypto'
import { NIL_UUID, preparedRead, type Tx } from '../database/database.ts'
import { insertDeferred } from '../database/insert.ts'
import { tenantTable } from '../database/table.ts'
import { conflict, invalid } from '../errors.ts'
import type { PendingCall, RequestContext } from './context.ts'

/** Work that was done offline is sent days later, and again when its response was lost: replies to keys with this prefix are stored longer. */
const OFFLINE_KEY_PREFIX = 'fair-'

/** First replies, stored for 24 hours by user, call and key; those to work that was done offline for 30 days. */
export const firstReplies = tenantTable(
  'first_reply',
  {
    userId: uuid().notNull(),
    call: text().notNull(),
    key: text().notNull(),
    bodyHash: text().notNull(),
    body: jsonb().notNull(),
  },
  (t) => [uniqueIndex('first_reply_once').on(t.tenantId, t.userId, t.call, t.key)],
)

const tryLock = preparedRead<{ free: boolean }>(
  'lock of a key',
  sql`select pg_try_advisory_xact_lock(hashtextextended(${sql.placeholder('lockKey')}, 0)) as free`,
)
const isSameCall = and(
  eq(firstReplies.userId, sql.placeholder('userId')),
  eq(firstReplies.call, sql.placeholder('call')),
  eq(firstReplies.key, sql.placeholder('key')),
)
const findFirstReply = preparedRead<{ bodyHash: string; body: unknown }>(
  'first reply',
  sql`select ${firstReplies.bodyHash} as "bodyHash", ${firstReplies.body} as body from ${firstReplies} where ${isSameCall}`,
)

/** The condition of expired replies. */
export const isOldReply = sql`created_at < now() - interval '24 hours'
  and (not starts_with(key, ${sql.raw(`'${OFFLINE_KEY_PREFIX}'`)}) or created_at < now() - interval '30 days')`

/** A file is identified by its hash: its temporary path differs each time. */
const omitFilePaths = (_name: string, value: unknown) => {
  const isFile = typeof value === 'object' && value !== null && 'hash' in value && 'path' in value && 'filename' in value
  return isFile ? { ...value, path: undefined } : value
}

const keyOf = (call: Endpoint, { request }: PendingCall) => {
  const key = request.headers['idempotency-key']
  if (call.method !== 'POST' || call.replyType === 'file' || typeof key !== 'string') return undefined
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) throw invalid({}, say('Idempotency-Key must be 1 to 200 printable characters'))
  return key
}

/** The user to whom the call's keys belong. */
const actorIdOf = ({ actor }: RequestContext) => actor.uniqueId || undefined
/** Visitors share one key space: a key is hard to guess, and their replies reveal nothing. */
export const keyOwnerOf = (context: RequestContext) => actorIdOf(context) ?? NIL_UUID

/**
 * Runs a POST with an Idempotency-Key once: a repeat gets the first reply, another body with the same key 422, one whose first call still runs 409.
 * The reply is stored in the work's own transaction. Where the key has no owner, it is ignored.
 */
export const runOnce = async <Body>(
  call: Endpoint,
  carried: PendingCall,
  tx: Tx,
  work: () => Promise<Body>,
  userId = actorIdOf(carried.requestContext),
) => {
  const key = userId && keyOf(call, carried)
  if (!key) return work()
  const path = `${call.method} ${call.path}`
  const bodyHash = createHash('sha256').update(JSON.stringify(carried.input, omitFilePaths)).digest('hex')
  const lockKey = [carried.requestContext.scope.tenantId, userId, path, key].join('\n')
  const [[lock], [first]] = await Promise.all([tryLock(tx, { lockKey }), findFirstReply(tx, { userId, call: path, key })])
  if (!lock!.free) throw conflict(say('This request is still running'))
  if (first && first.bodyHash !== bodyHash) throw invalid({}, say('This Idempotency-Key was used for another request'))
  if (first) {
    if (call.replyType === 'created') carried.reply.status(201)
    return first.body as Body
  }
  const body = await work()
  insertDeferred(tx, firstReplies, [{ userId, call: path, key, bodyHash, body }])
  return body
}
