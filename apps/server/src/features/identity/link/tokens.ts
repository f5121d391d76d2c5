import { createHmac, hash, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { and, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#kit/database/database'
import { type LinkPurpose, linkTokens } from '../identity.table.ts'

/** `<tenantId>.<256 bits>`: the tenant is known before any of its rows is read. */
const TOKEN = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.[\w-]{43}$/

export const hashOf = (token: string) => hash('sha256', token, 'base64url')

/** The tenant that a token names, or nothing where it is no token. */
export const tenantOfToken = (token: string) => TOKEN.exec(token)?.[1]

export const newToken = (tenantId: string) => `${tenantId}.${randomBytes(32).toString('base64url')}`

interface NewLink {
  uniqueId?: string
  purpose: LinkPurpose
  userId: string
  subject?: string
  minutes: number
}

/** Makes the tokens of links. They follow from a secret and their row, so that a job can write one that no table holds. */
export const linkMaker = (secret: string) => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'link tokens', 32))
  const tokenOf = (tenantId: string, id: string) =>
    `${tenantId}.${createHmac('sha256', key).update(`${tenantId} ${id}`).digest('base64url')}`

  return {
    tokenOf,
    /** Keeps what a new link may do, for `minutes`. Made again with the same id, it is the same link. */
    make: async (tx: Tx, tenantId: string, { minutes, uniqueId = randomUUID(), ...fields }: NewLink) => {
      const expiresAt = new Date(Date.now() + minutes * 60_000).toISOString()
      const token = tokenOf(tenantId, uniqueId)
      await tx
        .insert(linkTokens)
        .values({ ...fields, uniqueId, tokenHash: hashOf(token), expiresAt })
        .onConflictDoNothing()
      return { uniqueId, token }
    },
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

/** The link, used up by this very statement: of any number at once, one gets it. */
export const useLink = async (tx: Tx, token: string, purpose: LinkPurpose) => {
  const [link] = await tx
    .update(linkTokens)
    .set({ usedAt: sql`now()` })
    .where(living(token, purpose))
    .returning()
  return link
}

/** The link, still unused. */
export const readLink = async (db: Reader | Tx, token: string, purpose: LinkPurpose) => {
  const [link] = await db.select().from(linkTokens).where(living(token, purpose))
  return link
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
