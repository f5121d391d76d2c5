import { createHmac, hkdfSync, randomUUID } from 'node:crypto'
import type { Reader, Tx } from '#kit/database/database'
import { insertMany } from '#kit/database/insert'
import { type LinkPurpose, linkTokens } from '#platform/schema/identity.table'
import { hashOf, readLink, tenantOfToken } from './tokens.ts'

export interface NewLink {
  uniqueId?: string
  purpose: LinkPurpose
  /** Null for the result of an assessment, and for an invitation to an event. */
  userId: string | null
  subject?: string
  sessionId?: string | undefined
  minutes: number
}
type NewLinkOf<User> = Omit<NewLink, 'userId'> & { userId: User }

/** Creates the tokens and rows of links. A token is derived from a secret and its row, so that a job can recompute it and no table holds it. */
const tokenFactory = (secret: string) => {
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

/** Creates links and their tokens. */
export const linkMaker = (secret: string) => {
  const { tokenOf, rowOf } = tokenFactory(secret)

  const insertLink = async (tx: Tx, tenantId: string, link: NewLink) => {
    const row = rowOf(tenantId, link)
    await tx.insert(linkTokens).values(row).onConflictDoNothing()
    return { uniqueId: row.uniqueId, token: tokenOf(tenantId, row.uniqueId) }
  }

  return {
    tokenOf,
    /** Creates a link that is valid for `minutes`. Creating it again with the same id gives the same link. */
    make: (tx: Tx, tenantId: string, link: NewLinkOf<string>) => insertLink(tx, tenantId, link),
    /** The same for a link without a user, which shows the result of an assessment. */
    makeOpen: (tx: Tx, tenantId: string, link: Pick<NewLink, 'uniqueId' | 'subject' | 'minutes'>) =>
      insertLink(tx, tenantId, { ...link, purpose: 'RESULT', userId: null }),
    /** Creates one link for each of many users, in one statement. */
    makeAll: async (tx: Tx, tenantId: string, userIds: readonly string[], link: Pick<NewLink, 'purpose' | 'minutes'>) => {
      const rows = userIds.map((userId) => rowOf(tenantId, { ...link, userId }))
      await insertMany(tx, linkTokens, rows)
      return rows
    },
    /** Creates many links of different kinds, in one statement. */
    makeMany: (tx: Tx, tenantId: string, links: readonly NewLink[]) =>
      insertMany(
        tx,
        linkTokens,
        links.map((link) => rowOf(tenantId, { subject: '', ...link })),
      ),
    /** The tenant that a token names, for links that work on every host name. */
    tenantOf: tenantOfToken,
    /** The valid link of a token of this tenant. */
    read: async (db: Reader | Tx, tenantId: string, token: string, purpose: LinkPurpose) =>
      tenantOfToken(token) === tenantId ? readLink(db, token, purpose) : undefined,
  }
}
export type Links = ReturnType<typeof linkMaker>
