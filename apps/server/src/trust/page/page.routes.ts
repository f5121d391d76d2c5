import { HIGHEST } from '@tradewind/contract/trust/review.words'
import { type PublicRemark, reviewPageApi } from '@tradewind/contract/trust/reviewPage.contract'
import type { Reader } from '#kit/database/database'
import type { Paging } from '#kit/database/list'
import type { Scope } from '#kit/database/scoped'
import type { ReadContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { initialOf, shownOwner } from '../shown.queries.ts'
import { todayIn, yearUntil } from './calculation.ts'
import { metAmong } from './met.queries.ts'
import { countRemarks, countStars, type PublicRow, publicRemarks, type Stars } from './public.queries.ts'

/** Remarks on a page, where nobody asks for another number. */
const SIZE = 10

const sum = (rows: readonly Stars[], field: 'answers' | 'scoreSum' | 'lately' | 'latelySum') =>
  rows.reduce((total, row) => total + row[field], 0)
const meanOf = (answers: number, total: number) => ({ answers, score: answers > 0 ? total / answers : null })

const remarkOf = (row: PublicRow, met: ReadonlySet<string>): PublicRemark => {
  const { uniqueId, date, firstName, lastName, score, remark, ownerReply, supersededBy, viaLink, emailAddress } = row
  const contact = { firstName, lastName: `${initialOf(lastName)}.` }
  const marks = { isEarlier: supersededBy !== null, viaLink, met: met.has(emailAddress.toLowerCase()) }
  return { uniqueId, date, contact, score: Number(score), remark, ownerReply, ...marks }
}

interface Needs {
  settings: TenantSettings
}

/** What is read of the owner's partition is read where the call reads. */
const placeOf = ({ db }: { db: Reader }) => ({ as: (scope: Scope) => db.in(scope) })

/** What everybody reads on the page of a company: figures, and every public remark. */
export const reviewPageRoutes = ({ settings }: Needs) =>
  routes(reviewPageApi, {
    score: async ({ uniqueId }, context: ReadContext) => {
      const owner = await shownOwner(context.db, uniqueId, context)
      const { TIME_ZONE, SHOW_ALL_REMARKS } = await settings.of(context.scope.tenantId)
      const to = todayIn(TIME_ZONE)
      const from = yearUntil(to)
      const [rows, { total, removed }] = await Promise.all([
        countStars(placeOf(context), owner, from),
        countRemarks(placeOf(context), owner),
      ])
      return {
        allTime: meanOf(sum(rows, 'answers'), sum(rows, 'scoreSum')),
        last12Months: { from, to, ...meanOf(sum(rows, 'lately'), sum(rows, 'latelySum')) },
        stars: Array.from({ length: HIGHEST }, (_, at) => {
          const row = rows.find(({ stars }) => stars === HIGHEST - at)
          return { stars: HIGHEST - at, allTime: row?.answers ?? 0, last12Months: row?.lately ?? 0 }
        }),
        remarks: { shown: SHOW_ALL_REMARKS ? total : 0, notShown: SHOW_ALL_REMARKS ? 0 : total, removed },
      }
    },

    remarks: async ({ uniqueId, page = 0, size = SIZE, sort }: Paging & { uniqueId: string }, context: ReadContext) => {
      const owner = await shownOwner(context.db, uniqueId, context)
      const { SHOW_ALL_REMARKS } = await settings.of(context.scope.tenantId)
      if (!SHOW_ALL_REMARKS) return { rows: [], total: 0, estimated: false }
      const asked = { page, size, isOldestFirst: sort === 'dateCreated' }
      const db = placeOf(context)
      const [rows, { total }] = await Promise.all([publicRemarks(db, owner, asked), countRemarks(db, owner)])
      const addresses = rows.map(({ emailAddress }) => emailAddress)
      const met = await metAmong(db, { tenantId: owner.tenantId, ownerId: owner.uniqueId }, addresses)
      return { rows: rows.map((row) => remarkOf(row, met)), total, estimated: false }
    },
  })
