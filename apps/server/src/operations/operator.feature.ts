import { operatorApi } from '@tradewind/contract/operations/operator.contract'
import { desc, eq, isNull, min, sql, sum } from 'drizzle-orm'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { shared } from '#kit/concurrency'
import { tenantScope } from '#kit/database/database'
import type { Feature } from '#kit/feature'
import { routes } from '#kit/http/routes'
import { tenantFigures, tenants as tenantTable } from '#platform/schema/tenant.table'
import type { AppContext } from '../appContext.ts'
import { backupsOf, migratedOf, nodesOf, sizesOf, slowestOf, type SlowNames } from './operation.ts'
import { jobHandlers, pageOf } from './operator.jobs.ts'

type Needs = Pick<AppContext, 'db' | 'figures' | 'jobs' | 'tenants' | 'env'>

const MIGRATIONS = join(import.meta.dirname, '../../migrations')
const jsonOf = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as unknown

/** Milliseconds for which sizes are told again: each table is looked up on disk. */
const REMEMBERED = 15_000
/** As many names of what was slow are shown, and as many migrations and tenants. */
const SLOWEST = 20
const NEWEST = 10

/** What was slow on all nodes together, the slowest first. */
const slowOf = (nodes: readonly SlowNames[]) => {
  const all = new Map<string, SlowNames[string]>()
  for (const [name, one] of nodes.flatMap((node) => Object.entries(node))) {
    const before = all.get(name) ?? { count: 0, slowest: 0, milliseconds: 0, lastAt: '' }
    all.set(name, {
      count: before.count + one.count,
      slowest: Math.max(before.slowest, one.slowest),
      milliseconds: before.milliseconds + one.milliseconds,
      lastAt: before.lastAt > one.lastAt ? before.lastAt : one.lastAt,
    })
  }
  return [...all]
    .toSorted(([, one], [, other]) => other.slowest - one.slowest)
    .slice(0, SLOWEST)
    .map(([name, { count, slowest, milliseconds, lastAt }]) => ({
      name,
      count,
      slowest: Math.round(slowest),
      average: Math.round(milliseconds / count),
      lastAt,
    }))
}

/** What tenants hold, as it was counted last. */
const heldIn = async ({ db }: Needs) => {
  const everywhere = db.as(tenantScope())
  const [together] = await everywhere
    .select({
      files: sql<number>`coalesce(${sum(tenantFigures.storage)}, 0)::float8`,
      trashRecords: sql<number>`coalesce(${sum(tenantFigures.trashRecords)}, 0)::float8`,
      trashFiles: sql<number>`coalesce(${sum(tenantFigures.trashStorage)}, 0)::float8`,
      countedAt: min(tenantFigures.updatedAt),
    })
    .from(tenantFigures)
  const most = await everywhere
    .select({ uniqueId: tenantTable.uniqueId, fullName: tenantTable.fullName, bytes: tenantFigures.storage })
    .from(tenantFigures)
    .innerJoin(tenantTable, eq(tenantTable.uniqueId, tenantFigures.tenantId))
    .where(isNull(tenantTable.erasedAt))
    .orderBy(desc(tenantFigures.storage), tenantTable.uniqueId)
    .limit(NEWEST)
  return { ...together!, tenants: most }
}

const storageIn = (needs: Needs) =>
  shared(async () => {
    const [{ bytes, tables }, { files, trashRecords, trashFiles, countedAt, tenants }] = await Promise.all([
      sizesOf(needs.figures.ask),
      heldIn(needs),
    ])
    return { database: bytes, tables, files, tenants, trash: { records: trashRecords, files: trashFiles }, countedAt }
  }, REMEMBERED)

const migrationsIn = async ({ figures }: Needs) => {
  const { entries } = jsonOf(join(MIGRATIONS, 'meta/_journal.json')) as { entries: { tag: string }[] }
  const { release } = jsonOf(join(MIGRATIONS, 'previous.json')) as { release: string }
  const { version } = jsonOf(join(MIGRATIONS, '../../../package.json')) as { version: string }
  const { files, postgres } = await migratedOf(figures.ask)
  const done = new Set(files.map(({ tag }) => tag))
  return {
    release: version,
    previousRelease: release,
    count: files.length,
    applied: files.slice(0, NEWEST).map(({ tag, at }) => ({ name: tag, at: at.toISOString() })),
    pending: entries.map(({ tag }) => tag).filter((tag) => !done.has(tag)),
    postgres,
  }
}

/** What an operator looks at, for super admins alone. Nodes and backups are read as the schema's owner: no request's role may. */
const operatorRoutes = (needs: Needs) => {
  const { figures, env } = needs
  const storage = storageIn(needs)
  return routes(operatorApi, {
    ...jobHandlers(needs),
    nodes: async (asked) => {
      const by = asked.sort?.endsWith('name') ? 'name' : 'startedAt'
      const rows = await nodesOf(figures.ask, by, pageOf(asked))
      const shown = rows.map(({ id, figures: now, startedAt, seenAt, ...row }) => ({
        ...row,
        replicas: [],
        ...now,
        role: row.role as 'all' | 'web' | 'worker',
        uniqueId: id,
        startedAt: startedAt.toISOString(),
        seenAt: seenAt.toISOString(),
      }))
      return { rows: shown, total: rows[0]?.total ?? 0, estimated: false }
    },
    storage,
    slow: async () => {
      const nodes = await slowestOf(figures.ask)
      return { calls: slowOf(nodes.map(({ calls }) => calls)), statements: slowOf(nodes.map(({ statements }) => statements)) }
    },
    backups: async (asked) => {
      const rows = await backupsOf(figures.ask, pageOf(asked))
      const shown = rows.map(({ id, takenAt, endedAt, verifiedAt, ...row }) => ({
        ...row,
        uniqueId: id,
        takenAt: takenAt.toISOString(),
        endedAt: endedAt.toISOString(),
        verifiedAt: verifiedAt?.toISOString() ?? null,
      }))
      return { rows: shown, total: rows[0]?.total ?? 0, estimated: false }
    },
    migrations: () => migrationsIn(needs),
    settings: async () => ({ node: env.nodeName, settings: [...env.settings] }),
  })
}

/** How the installation fares, for whoever runs it. */
export const operatorFeature = (context: AppContext): Feature => ({ routes: () => [operatorRoutes(context)] })
