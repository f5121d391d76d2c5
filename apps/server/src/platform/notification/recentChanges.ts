import { LRUCache } from 'lru-cache'
import type { News } from '#kit/notifyNodes'

type RecordNews = NonNullable<News['records']>

/** Milliseconds for which changes are remembered: longer than a page takes from its first read to its live connection. */
const REMEMBER_MS = 30_000
/** Tenants of which changes are remembered. */
const MAX_TENANTS = 1000

/** Remembers when records of each kind were last written, for pages that had read them before they were connected. */
export const recentChanges = () => {
  const tenants = new LRUCache<string, Map<string, { at: number; news: RecordNews }>>({ max: MAX_TENANTS, ttl: REMEMBER_MS })
  return {
    add: (tenantId: string, { kind, partitionId }: RecordNews) => {
      const changes = tenants.get(tenantId) ?? new Map<string, { at: number; news: RecordNews }>()
      const key = `${kind} ${partitionId}`
      const now = Date.now()
      changes.delete(key) // so that the newest is the last
      changes.set(key, { at: now, news: { kind, written: [], about: [], ...(partitionId && { partitionId }) } })
      for (const [old, { at }] of changes) {
        if (at >= now - REMEMBER_MS) break
        changes.delete(old)
      }
      tenants.set(tenantId, changes)
    },
    /** What was written within the last milliseconds, by tenant: the kinds, not which records. */
    within: (milliseconds: number) => {
      const since = Date.now() - Math.min(milliseconds, REMEMBER_MS)
      const newsSince = ({ at, news }: { at: number; news: RecordNews }) => (at >= since ? news : [])
      return {
        in: (tenantId: string) => [...(tenants.get(tenantId)?.values() ?? [])].flatMap(newsSince),
        everywhere: () => [...tenants.entries()].map(([id, changes]) => [id, [...changes.values()].flatMap(newsSince)] as const),
      }
    },
  }
}
