import type { CountryCode } from '@tradewind/contract/countries'
import { countryName } from '@tradewind/contract/countries'
import { can } from '@tradewind/contract/kit/policy'
import { type HitGroup, searchApi } from '@tradewind/contract/search/search.contract'
import { listPage } from '#kit/database/list'
import type { WorldTable } from '#kit/database/table'
import type { Reading } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { filtersOf, type Kind, reachedOf, type Row } from '#kit/record/kind'
import { companyKind } from '../company/company.table.ts'

const SHOWN = 5

/** What a search finds of one kind, by the same reach as its list. Nothing where the role has no list of it. */
const finder =
  <T extends WorldTable>(of: Kind<T>, { sort, detail }: { sort: string; detail: (row: Row<T>) => string }) =>
  async (q: string, { actor, db }: Reading): Promise<HitGroup[]> => {
    if (!can(actor, of.policy.see)) return []
    const known = of as Kind
    const page = await listPage(
      db,
      of,
      { page: 0, size: SHOWN, sort },
      reachedOf(known, of.policy.see, actor),
      ...filtersOf(known, { q }),
    )
    if (page.total === 0) return []
    const hits = page.rows.map((row: Row<T>) => ({
      uniqueId: row.uniqueId as string,
      title: String(row[of.title as keyof Row<T>]),
      detail: detail(row),
    }))
    return [{ kind: of.name, total: page.total, totalEstimated: page.estimated, hits }]
  }

const finders = [finder(companyKind, { sort: 'legalName', detail: ({ country }) => countryName(country as CountryCode) })]

export const searchRoutes = routes(searchApi, {
  search: async ({ q }, context) => {
    const rows = (await Promise.all(finders.map((find) => find(q, context)))).flat()
    return { rows, total: rows.length, estimated: false }
  },
})
