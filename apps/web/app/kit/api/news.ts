import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Records of a kind that were written, as the server tells open pages: `written` is empty where they are many. */
export interface RecordNews {
  kind: string
  /** `version`: the `updatedAt` that a record has since. */
  written: readonly { uniqueId: string; version: string }[]
  /** The records that they belong to, or did. */
  about: readonly string[]
}

/** What this page has written itself, and has asked for anew already: the latest records with their versions. */
const own = new Set<string>()
const most = 100

/** Remembers what the server has answered to a change of this page. */
export const rememberOwn = (data: unknown) => {
  const { uniqueId, updatedAt } = (data ?? {}) as { uniqueId?: unknown; updatedAt?: unknown }
  if (typeof uniqueId !== 'string' || typeof updatedAt !== 'string') return
  own.add(`${uniqueId} ${updatedAt}`)
  if (own.size > most) own.delete(own.values().next().value!)
}

/** The news that this page does not know from its own changes. */
export const newsToUs = (news: readonly RecordNews[]) =>
  news.flatMap((one) => {
    const written = one.written.filter(({ uniqueId, version }) => !own.has(`${uniqueId} ${version}`))
    return one.written.length > 0 && written.length === 0 ? [] : [{ ...one, written }]
  })

const isId = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)

/** The records that a call names in its path: `/api/projectCompany/project/:projectId`. */
const namedBy = (route: string, input: unknown) =>
  [...route.matchAll(/:(\w+)/g)].map(([, name = '']) => (input as Record<string, unknown> | null)?.[name]).filter(isId)

/** Tells which answers no longer hold after some news, by their keys: lists of the kind, and what was asked of one of the records. */
export const outdatedBy =
  (news: readonly RecordNews[]) =>
  ({ queryKey: [of, route, input, tenant] }: { queryKey: QueryKey }) => {
    if (tenant !== undefined) return false // the news is of the own tenant
    const named = namedBy(String(route), input)
    return news.some(({ kind, written, about }) => {
      if (written.length === 0 || named.length === 0) return of === kind
      return named.some((id) => about.includes(id as string) || written.some(({ uniqueId }) => uniqueId === id))
    })
  }

/** Milliseconds in which news is gathered: what is in sight is asked for anew once. */
const TOGETHER = 250
/** How often it is put off while the page sends changes of its own, whose answers would be overtaken. */
const PATIENCE = 8

/** Hears news of records, and asks anew for what is in sight of them; the rest when it comes into sight. */
export const recordListener = (client: QueryClient) => {
  let gathered: RecordNews[] = []
  const ask = (patience: number) => {
    if (patience > 0 && client.isMutating() > 0) return void setTimeout(ask, TOGETHER, patience - 1)
    const news = newsToUs(gathered)
    gathered = []
    if (news.length > 0) void client.invalidateQueries({ predicate: outdatedBy(news) })
  }
  return (news: readonly RecordNews[]) => {
    if (gathered.length === 0 && news.length > 0) setTimeout(ask, TOGETHER, PATIENCE)
    gathered.push(...news)
  }
}
