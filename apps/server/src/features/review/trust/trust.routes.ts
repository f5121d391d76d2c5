import { trustApi } from '@tradewind/contract/review/trust.contract'
import { eq, type SQL } from 'drizzle-orm'
import type { Reading } from '#kit/http/context'
import type { Decisions } from '../../tenantSetting/tenantSetting.queries.ts'
import { users } from '../../user/user.table.ts'
import { reviewRoutesOf } from '../enabled.ts'
import { type Asked, listCompanies } from './trust.list.ts'

/** Those who let themselves be found, and the partners. A tenant that shows no partners has neither list. */
export const trustRoutes = ({ decisions }: { decisions: Decisions }) => {
  const those =
    (which: SQL) =>
    async (asked: Asked, { db, scope }: Reading) =>
      (await decisions.of(scope.tenantId)).SHOW_PARTNERS
        ? listCompanies(db, which, asked)
        : { rows: [], total: 0, estimated: false }

  return reviewRoutesOf(trustApi, decisions, {
    xareview: those(eq(users.reviewsSearchEnabled, true)),
    partners: those(eq(users.isPartner, true)),
  })
}
