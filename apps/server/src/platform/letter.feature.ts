import { letterApi } from '@tradewind/contract/platform/letter.contract'
import { DEFAULT_PAGE_SIZE } from '#kit/database/list'
import type { Feature } from '#kit/feature'
import { routes } from '#kit/http/routes'
import type { Jobs } from '#kit/jobs'
import type { AppContext } from '../appContext.ts'

type Needs = Pick<AppContext, 'jobs' | 'tenants'>
type Unsent = Awaited<ReturnType<Jobs['unsentLetters']>>['rows'][number]

const stateOf = ({ state, progress }: Unsent) => {
  if (state === 'active') return 'SENDING'
  if (state !== 'failed') return 'WAITING'
  return progress?.state === 'UNCERTAIN' ? 'UNCERTAIN' : 'FAILED'
}

/** The letters that have not gone out, of every tenant. */
const letterRoutes = ({ jobs, tenants }: Needs) =>
  routes(letterApi, {
    list: async ({ page, size, sort = '-dateCreated' }) => {
      const isPage = page !== undefined || size !== undefined
      const limit = isPage ? (size ?? DEFAULT_PAGE_SIZE) : null
      const { rows, total } = await jobs.unsentLetters({
        limit,
        offset: (page ?? 0) * (limit ?? 0),
        newestFirst: sort.startsWith('-'),
      })
      const letters = rows.map(async (row) => {
        const state = stateOf(row)
        return {
          uniqueId: row.id,
          dateCreated: row.createdAt.toISOString(),
          kind: row.kind,
          tenantName: (await tenants.byId(row.tenantId))?.fullName ?? '',
          recipient: row.progress?.to ?? null,
          state,
          attempts: row.tries,
          nextAttempt: state === 'WAITING' ? row.nextAt.toISOString() : null,
          problem: row.progress?.problem ?? null,
        } as const
      })
      return { rows: await Promise.all(letters), total, estimated: false }
    },
  })

/** The letters that have not gone out. */
export const letterFeature = (context: AppContext): Feature => ({ routes: () => [letterRoutes(context)] })
