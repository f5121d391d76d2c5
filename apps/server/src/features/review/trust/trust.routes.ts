import { trustApi } from '@tradewind/contract/review/trust.contract'
import { eq, type SQL } from 'drizzle-orm'
import type { Reading } from '#kit/http/context'
import type { Decisions } from '../../tenantSetting/tenantSetting.queries.ts'
import { users } from '../../user/user.table.ts'
import { reviewRoutesOf } from '../enabled.ts'
import { type Asked, listCompanies, listCountries } from './trust.list.ts'

/** Those who let themselves be found, and the partners. A tenant that shows no partners has neither list. */
export const trustRoutes = ({ decisions }: { decisions: Decisions }) => {
  const isFound = eq(users.reviewsSearchEnabled, true)
  const none = { rows: [], total: 0, estimated: false }
  const shows = async ({ scope }: Reading) => (await decisions.of(scope.tenantId)).SHOW_PARTNERS
  const those = (which: SQL) => async (asked: Asked, context: Reading) =>
    (await shows(context)) ? listCompanies(context.db, which, asked) : none

  return reviewRoutesOf(trustApi, decisions, {
    xareview: those(isFound),
    countries: async (_: object, context: Reading) => ((await shows(context)) ? listCountries(context.db, isFound) : none),
    partners: those(eq(users.isPartner, true)),
  })
}
