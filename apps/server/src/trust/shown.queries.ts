import { and, isNotNull, or } from 'drizzle-orm'
import { isOpenAccount, users } from '#platform/schema/user.table'

/** Whose page everybody may see: with a brand name, and a partner or found by choice. */
export const isShown = and(isOpenAccount, isNotNull(users.userCompanyName), or(users.isPartner, users.reviewsSearchEnabled))
