import { index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, inTenant, tenantTable } from '#kit/database/table'
import { users } from './user.table.ts'

/** Who is signed in where. The token itself is the browser's alone: here stands its hash. */
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
    inTenant('session_user', t, t.userId, users),
    uniqueIndex('session_token').on(t.tenantId, t.tokenHash),
    index('session_of_user').on(t.tenantId, t.userId),
  ],
)

/** The links that let somebody in, or act in their name: they end with their access, and with each new password. */
export const accessPurposes = ['RESET_PASSWORD', 'SET_PASSWORD', 'CONFIRM_ADDRESS', 'EXPORT', 'CALENDAR'] as const
export type AccessPurpose = (typeof accessPurposes)[number]
/** Takes a change of the address back. It outlives a new password: whoever changed the address could set one. */
type UndoPurpose = 'UNDO_ADDRESS'
/**
 * Links that others hold: the survey of an invitation, whose id it has and whose partition its subject names; the way out of such letters; and the
 * result of an assessment, which is its subject, and belongs to no user; and the answer to an invitation to an event, whose id it has and whose
 * partition its subject names. */
type LentPurpose = 'SURVEY' | 'UNSUBSCRIBE' | 'RESULT' | 'EVENT'
export type LinkPurpose = AccessPurpose | UndoPurpose | LentPurpose

/** What whoever holds a link may do, once or until it expires. Its token is an HMAC of the row; here stands the token's hash. */
export const linkTokens = tenantTable(
  'link_token',
  {
    purpose: text().$type<LinkPurpose>().notNull(),
    tokenHash: text().notNull(),
    /** Null for a result, and for an invitation to an event. */
    userId: uuid(),
    /** What the link is for, beyond its user: the query of an export, what a calendar holds. */
    subject: text().notNull().default(''),
    /** The session that the link ends with, where it ends with one. */
    sessionId: uuid(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
    /** When a calendar was last read by it. */
    lastFetched: instant(),
  },
  (t) => [
    inTenant('link_token_user', t, t.userId, users),
    uniqueIndex('link_token_hash').on(t.tenantId, t.tokenHash),
    index('link_token_of_user').on(t.tenantId, t.userId, t.purpose),
  ],
)

/** One try at something that is limited, by what it is limited by. Counted over minutes, then swept. */
export const attempts = tenantTable('attempt', { key: text().notNull() }, (t) => [
  index('attempt_of_key').on(t.tenantId, t.key, t.dateCreated),
])

/** The networks from which a person has signed in, as hashes: from there no guessing of others keeps them out. */
export const knownNetworks = tenantTable(
  'known_network',
  { userId: uuid().notNull(), networkHash: text().notNull(), lastUsed: instant().notNull() },
  (t) => [
    inTenant('known_network_user', t, t.userId, users),
    uniqueIndex('known_network_of_user').on(t.tenantId, t.userId, t.networkHash),
  ],
)
