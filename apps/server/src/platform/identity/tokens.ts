import { UUID } from '@tradewind/contract/kit/fields'
import { and, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm'
import { hash, randomBytes } from 'node:crypto'
import type { Reader, Tx } from '#kit/database/database'
import { type LinkPurpose, linkTokens } from '#platform/schema/identity.table'

/** `<tenantId>.<256 bits>`: the tenant is known before any of its rows is read. */
const TOKEN = new RegExp(String.raw`^(${UUID})\.[\w-]{43}$`)

export const hashOf = (token: string) => hash('sha256', token, 'base64url')

/** The tenant that a token names, or undefined if it is not a token. */
export const tenantOfToken = (token: string) => TOKEN.exec(token)?.[1]

export const newToken = (tenantId: string) => `${tenantId}.${randomBytes(32).toString('base64url')}`

const isValidLink = (token: string, purpose: LinkPurpose) =>
  and(
    eq(linkTokens.tokenHash, hashOf(token)),
    eq(linkTokens.purpose, purpose),
    isNull(linkTokens.usedAt),
    gt(linkTokens.expiresAt, sql`now()`),
  )

/** A link as its readers by purpose see it: a link to an assessment's result has no user, and its readers use the subject only. */
type Link = typeof linkTokens.$inferSelect & { userId: string }

/** Uses up the link and returns it, in one statement: of concurrent calls only one gets it. */
export const useLink = async (tx: Tx, token: string, purpose: LinkPurpose) => {
  const [link] = await tx
    .update(linkTokens)
    .set({ usedAt: sql`now()` })
    .where(isValidLink(token, purpose))
    .returning()
  return link as Link | undefined
}

/** The link, if it is still valid. */
export const readLink = async (db: Reader | Tx, token: string, purpose: LinkPurpose) => {
  const [link] = await db.select().from(linkTokens).where(isValidLink(token, purpose))
  return link as Link | undefined
}

/** Extends a valid link by an hour from now, up to a day after its creation. */
export const extendLink = (tx: Tx, token: string, purpose: LinkPurpose) => {
  const { dateCreated, expiresAt } = linkTokens
  const dayAfter = sql`(${dateCreated} at time zone 'UTC' + interval '1 day') at time zone 'UTC'`
  const isShort = sql`${expiresAt} < least(now() + interval '50 minutes', ${dayAfter})`
  return tx
    .update(linkTokens)
    .set({ expiresAt: sql`least(now() + interval '1 hour', ${dayAfter})` })
    .where(and(isValidLink(token, purpose), isShort))
}

/** Ends the unused links of a user for these purposes: all, or all but the newest. */
export const endLinks = (tx: Tx, userId: string, purposes: readonly LinkPurpose[], but?: string) =>
  tx
    .update(linkTokens)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(linkTokens.userId, userId),
        inArray(linkTokens.purpose, [...purposes]),
        isNull(linkTokens.usedAt),
        but ? ne(linkTokens.uniqueId, but) : undefined,
      ),
    )
