import { and, isNotNull, isNull, or } from 'drizzle-orm'
import { users } from '../user/user.table.ts'

/** Whoever is here and may sign in. */
export const isHere = and(isNull(users.deletedAt), isNull(users.deactivatedAt))

/** Whose page everybody may see: with a brand name, and a partner or found by choice. */
export const isShown = and(isHere, isNotNull(users.userCompanyName), or(users.isPartner, users.reviewsSearchEnabled))
