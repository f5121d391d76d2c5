import { trustApi } from '@tradewind/contract/trust/trust.contract'
import { eq, type SQL } from 'drizzle-orm'
import type { ReadContext } from '#kit/http/context'
import type { TenantSettings } from '#platform/tenantSetting/tenantSetting.queries'
import { users } from '#platform/schema/user.table'
import { routes } from '#kit/http/routes'
import { type Asked, listCompanies, listCountries } from './trust.list.ts'

/** Those who let themselves be found, and the partners. A tenant that shows no partners has neither list. */
export const trustRoutes = ({ settings }: { settings: TenantSettings }) => {
  const isFound = eq(users.reviewsSearchEnabled, true)
  const none = { rows: [], total: 0, estimated: false }
  const shows = async ({ scope }: ReadContext) => (await settings.of(scope.tenantId)).SHOW_PARTNERS
  const those = (which: SQL) => async (asked: Asked, context: ReadContext) =>
    (await shows(context)) ? listCompanies(context.db, which, asked) : none

  return routes(trustApi, {
    xareview: those(isFound),
    countries: async (_: object, context: ReadContext) => ((await shows(context)) ? listCountries(context.db, isFound) : none),
    partners: those(eq(users.isPartner, true)),
  })
}
