import { can } from '@tradewind/contract/kit/policy'
import { type HitGroup, searchApi } from '@tradewind/contract/operations/search.contract'
import { findInDrive } from '#drive/tree/drive.queries'
import type { Reader } from '#kit/database/database'
import { listTable } from '#kit/database/rows'
import type { AllFeatures, Feature } from '#kit/feature'
import type { ReadContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { filtersOf, rowFilter } from '#kit/record/entity'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import type { AppContext } from '../appContext.ts'
import { correctionsOf, sweepWords } from './search.words.ts'

const SHOWN = 5

/** Letters of a text around the words that were found. */
const AROUND = 100

/** The words around those that were found. */
const around = (text: string, q: string) => {
  const at = text.toLowerCase().indexOf(q.trim().toLowerCase())
  const from = Math.max(0, at - AROUND / 2)
  return `${from > 0 ? '…' : ''}${text.slice(from, from + AROUND)}${text.length > from + AROUND ? '…' : ''}`
}

type Finder = (q: string, context: ReadContext) => Promise<HitGroup[]>

/** What a search finds of one entity, with the row filter of its list. Nothing where the role has no list of it. */
const finderOf = ({ entity: of, search }: NonNullable<Feature['entities']>[number]): Finder[] => {
  if (!search) return []
  const { sort, detail, isText, filters = (_, words) => words } = search
  const find: Finder = async (q, context) => {
    const { actor } = context
    if (!can(actor, of.policy.see)) return []
    const reach = rowFilter(of, of.policy.see, actor)
    const met = filtersOf(of, { ...filters(actor, { q }) })
    const page = await listTable(of, { page: 0, size: SHOWN, sort }, context, [reach, ...met])
    if (page.total === 0) return []
    const hits = page.rows.map((row) => ({
      uniqueId: row.uniqueId as string,
      title: String(row[of.title as keyof typeof row]),
      detail: isText ? around(detail(row), q) : detail(row),
    }))
    return [{ kind: of.name, total: page.total, totalEstimated: page.estimated, hits }]
  }
  return [find]
}

/** The finders of each feature, in the order in which what they find is shown: the features' own, files last. */
const findersOf = (features: readonly Feature[]) => [
  ...features.map(({ needs, entities = [] }) => ({ needs, finders: entities.flatMap(finderOf) })),
  { needs: 'DRIVE_ENABLED' as const, finders: [findInDrive(SHOWN)] },
]

/** Searches that run side by side. */
const AT_ONCE = 3

/**
 * Looks for what may have been meant. A correction is nothing but another search with the rights of who asks: only one that finds something is
 * named, so that a word of others' records is never read from it.
 */
const findNear = async (q: string, db: Reader, find: (sought: string) => Promise<HitGroup[]>): Promise<HitGroup[]> => {
  const meant = await correctionsOf(db, q)
  for (let at = 0; at < meant.length; at += AT_ONCE) {
    const tried = meant.slice(at, at + AT_ONCE)
    const found = await Promise.all(tried.map(find))
    const best = found.findIndex((groups) => groups.length > 0)
    if (best >= 0) return found[best]!.map((group) => ({ ...group, correctedTo: tried[best] }))
  }
  return []
}

/** Finds records of all entities that say how they are shown. What the tenant has switched off is not found. */
const searchRoutes = ({ settings }: { settings: TenantSettings }, features: readonly Feature[]) => {
  const all = findersOf(features)
  return routes(searchApi, {
    search: async ({ q }, context) => {
      const decided = await settings.of(context.scope.tenantId)
      const finders = all.filter(({ needs }) => !needs || decided[needs]).flatMap((one) => one.finders)
      const find = async (sought: string) => (await Promise.all(finders.map((one) => one(sought, context)))).flat()
      const exact = await find(q)
      const rows = exact.length > 0 ? exact : await findNear(q, context.db, find)
      return { rows, total: rows.length, estimated: false }
    },
  })
}

/** Finds records of all features. */
export const searchFeature = (context: AppContext, all: AllFeatures): Feature => ({
  routes: () => [searchRoutes(context, all())],
  schedules: [sweepWords(context, all)],
})
