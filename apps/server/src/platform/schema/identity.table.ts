import { index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, scopedForeignKey, tenantTable } from '#kit/database/table'
import { users } from './user.table.ts'

/** Sessions. Only the browser has the token itself: this table holds its hash. */
export const sessions = tenantTable(
  'session',
  {
    userId: uuid().notNull(),
    tokenHash: text().notNull(),
    lastSeen: instant().notNull(),
    /** The absolute end. */
    endsAt: instant().notNull(),
    device: text().notNull(),
  },
  (t) => [
    scopedForeignKey('session_user', t, t.userId, users),
    uniqueIndex('session_token').on(t.tenantId, t.tokenHash),
    index('session_of_user').on(t.tenantId, t.userId),
  ],
)

/** The links that give access to an account, or act in its name: they end with its access, and with each new password. */
export const accessPurposes = ['RESET_PASSWORD', 'SET_PASSWORD', 'CONFIRM_ADDRESS', 'EXPORT', 'CALENDAR'] as const
export type AccessPurpose = (typeof accessPurposes)[number]
/** Undoes a change of address. It outlives a new password, since whoever changed the address could set one. */
type UndoPurpose = 'UNDO_ADDRESS'
/**
 * Links for third parties: the survey of an invitation, whose id it has and whose partition its subject names; the unsubscribe link of such letters; the
 * result of an assessment, which is its subject, and belongs to no user; and the answer to an invitation to an event, whose id it has and whose
 * partition its subject names. */
type ThirdPartyPurpose = 'SURVEY' | 'UNSUBSCRIBE' | 'RESULT' | 'EVENT'
export type LinkPurpose = AccessPurpose | UndoPurpose | ThirdPartyPurpose

/** What the holder of a link may do, once or until it expires. The token is an HMAC of the row; this table holds the token's hash. */
export const linkTokens = tenantTable(
  'link_token',
  {
    purpose: text().$type<LinkPurpose>().notNull(),
    tokenHash: text().notNull(),
    /** Null for a result, and for an invitation to an event. */
    userId: uuid(),
    /** What the link is for, beyond its user: the query of an export, the contents of a calendar. */
    subject: text().notNull().default(''),
    /** The session that the link ends with, if any. */
    sessionId: uuid(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
    /** When the calendar was last fetched by the link. */
    lastFetched: instant(),
  },
  (t) => [
    scopedForeignKey('link_token_user', t, t.userId, users),
    uniqueIndex('link_token_hash').on(t.tenantId, t.tokenHash),
    index('link_token_of_user').on(t.tenantId, t.userId, t.purpose),
  ],
)

/** One try at something that is limited, by the key of the limit. Counted over minutes, then swept. */
export const attempts = tenantTable('attempt', { key: text().notNull() }, (t) => [
  index('attempt_of_key').on(t.tenantId, t.key, t.dateCreated),
])

/** The networks from which a user has signed in, as hashes: on these, tries of others to guess the password do not lock the user out. */
export const knownNetworks = tenantTable(
  'known_network',
  { userId: uuid().notNull(), networkHash: text().notNull(), lastUsed: instant().notNull() },
  (t) => [
    scopedForeignKey('known_network_user', t, t.userId, users),
    uniqueIndex('known_network_of_user').on(t.tenantId, t.userId, t.networkHash),
  ],
)
