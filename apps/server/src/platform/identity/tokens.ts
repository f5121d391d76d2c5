import { and, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm'
import { createHmac, hash, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import type { Reader, Tx } from '#kit/database/database'
import { insertMany } from '#kit/database/insert'
import { type LinkPurpose, linkTokens } from '#platform/schema/identity.table'

/** `<tenantId>.<256 bits>`: the tenant is known before any of its rows is read. */
const TOKEN = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.[\w-]{43}$/

export const hashOf = (token: string) => hash('sha256', token, 'base64url')

/** The tenant that a token names, or nothing where it is no token. */
export const tenantOfToken = (token: string) => TOKEN.exec(token)?.[1]

export const newToken = (tenantId: string) => `${tenantId}.${randomBytes(32).toString('base64url')}`

interface NewLink {
  uniqueId?: string
  purpose: LinkPurpose
  /** Null for the result of an assessment, and for an invitation to an event. */
  userId: string | null
  subject?: string
  sessionId?: string | undefined
  minutes: number
}
type NewLinkOf<User> = Omit<NewLink, 'userId'> & { userId: User }

/** The tokens and the rows of links. A token follows from a secret and its row, so that a job can write one that no table holds. */
const mint = (secret: string) => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'link tokens', 32))
  const tokenOf = (tenantId: string, id: string) =>
    `${tenantId}.${createHmac('sha256', key).update(`${tenantId} ${id}`).digest('base64url')}`

  const rowOf = <User extends string | null>(
    tenantId: string,
    { minutes, uniqueId = randomUUID(), ...fields }: NewLinkOf<User>,
  ) => {
    const expiresAt = new Date(Date.now() + minutes * 60_000).toISOString()
    return { ...fields, uniqueId, tokenHash: hashOf(tokenOf(tenantId, uniqueId)), expiresAt }
  }
  return { tokenOf, rowOf }
}

/** Makes the tokens of links, and keeps what they may do. */
export const linkMaker = (secret: string) => {
  const { tokenOf, rowOf } = mint(secret)

  const keep = async (tx: Tx, tenantId: string, link: NewLink) => {
    const row = rowOf(tenantId, link)
    await tx.insert(linkTokens).values(row).onConflictDoNothing()
    return { uniqueId: row.uniqueId, token: tokenOf(tenantId, row.uniqueId) }
  }

  return {
    tokenOf,
    /** Keeps what a new link may do, for `minutes`. Made again with the same id, it is the same link. */
    make: (tx: Tx, tenantId: string, link: NewLinkOf<string>) => keep(tx, tenantId, link),
    /** The same for a link of nobody, which shows the result of an assessment. */
    makeOpen: (tx: Tx, tenantId: string, link: Pick<NewLink, 'uniqueId' | 'subject' | 'minutes'>) =>
      keep(tx, tenantId, { ...link, purpose: 'RESULT', userId: null }),
    /** Keeps one for each of many users, in one statement. */
    makeAll: async (tx: Tx, tenantId: string, userIds: readonly string[], link: Pick<NewLink, 'purpose' | 'minutes'>) => {
      const rows = userIds.map((userId) => rowOf(tenantId, { ...link, userId }))
      await insertMany(tx, linkTokens, rows)
      return rows
    },
    /** Keeps many of different kinds, in one statement. */
    makeMany: (tx: Tx, tenantId: string, made: readonly NewLink[]) =>
      insertMany(
        tx,
        linkTokens,
        made.map((link) => rowOf(tenantId, { subject: '', ...link })),
      ),
    /** The tenant that a token names, for links that work wherever they are followed. */
    tenantOf: tenantOfToken,
    /** The living link of a token of this tenant. */
    read: async (db: Reader | Tx, tenantId: string, token: string, purpose: LinkPurpose) =>
      tenantOfToken(token) === tenantId ? readLink(db, token, purpose) : undefined,
  }
}
export type Links = ReturnType<typeof linkMaker>

const living = (token: string, purpose: LinkPurpose) =>
  and(
    eq(linkTokens.tokenHash, hashOf(token)),
    eq(linkTokens.purpose, purpose),
    isNull(linkTokens.usedAt),
    gt(linkTokens.expiresAt, sql`now()`),
  )

/** A link as whoever reads it by its purpose has it: that of an assessment's result, which has no user, is asked for its subject alone. */
type Link = typeof linkTokens.$inferSelect & { userId: string }

/** The link, used up by this very statement: of any number at once, one gets it. */
export const useLink = async (tx: Tx, token: string, purpose: LinkPurpose) => {
  const [link] = await tx
    .update(linkTokens)
    .set({ usedAt: sql`now()` })
    .where(living(token, purpose))
    .returning()
  return link as Link | undefined
}

/** The link, still unused. */
export const readLink = async (db: Reader | Tx, token: string, purpose: LinkPurpose) => {
  const [link] = await db.select().from(linkTokens).where(living(token, purpose))
  return link as Link | undefined
}

/** Keeps a living link for an hour more, and not longer than a day after it was made. */
export const lengthenLink = (tx: Tx, token: string, purpose: LinkPurpose) => {
  const { dateCreated, expiresAt } = linkTokens
  const dayAfter = sql`(${dateCreated} at time zone 'UTC' + interval '1 day') at time zone 'UTC'`
  const isShort = sql`${expiresAt} < least(now() + interval '50 minutes', ${dayAfter})`
  return tx
    .update(linkTokens)
    .set({ expiresAt: sql`least(now() + interval '1 hour', ${dayAfter})` })
    .where(and(living(token, purpose), isShort))
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
