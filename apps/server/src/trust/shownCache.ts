import { lruCache } from '#kit/lruCache'
import type { News } from '#kit/notifyNodes'

/** How a node hears what has changed. */
export interface ShownNews {
  onNews: (listener: (news: News) => void) => unknown
  live: { isUp: () => boolean; whenDown: (then: () => void) => unknown; whenUp: (then: () => void) => unknown }
}

/** Of whom it is. */
interface OfOwner {
  tenantId: string
  ownerId: string
}

/** News that anything may show which is made of somebody's score. */
const general = new Set(['setting', 'tenant', 'message'])

/** What everybody may see of somebody's score is kept until something that it shows changes, on whichever node, and five minutes at most. */
export const shownCache = <T extends OfOwner>(
  { onNews, live }: ShownNews,
  { name, entries, sizeOf }: { name: string; entries: number; sizeOf: (made: T) => number },
) => {
  const bytes = 64 * 1024 * 1024
  const cache = lruCache<T | undefined>({ name, seconds: 300, entries, bytes, sizeOf: (made) => (made ? sizeOf(made) : 0) })
  onNews(({ topic, tenantId, id }) => {
    if (general.has(topic)) cache.forget((made) => made?.tenantId === tenantId)
    if (topic === 'trust') cache.forget((made) => made?.tenantId === tenantId && (!id || made.ownerId === id))
  })
  live.whenDown(() => cache.forget())
  live.whenUp(() => cache.forget())
  return (key: string, make: () => Promise<T | undefined>) => cache.get(key, make, (made) => made !== undefined && live.isUp())
}
