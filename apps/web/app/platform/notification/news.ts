import type { QueryKey } from '@tanstack/react-query'
import { isOwn } from '#kit/api/query'

/** Records of a kind that were written, as the server tells open pages: `written` is empty where they are many. */
export interface RecordNews {
  kind: string
  /** `version`: the `updatedAt` that a record has since. */
  written: readonly { uniqueId: string; version: string }[]
  /** The records that they belong to, or did. */
  about: readonly string[]
}

/** The news that this page does not know from its own changes. */
export const newsToUs = (news: readonly RecordNews[]) =>
  news.flatMap((one) => {
    const written = one.written.filter(({ uniqueId, version }) => !isOwn(uniqueId, version))
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

/** Tells of an answer, by its key, whether it no longer holds. */
export type Outdated = ReturnType<typeof outdatedBy>

/** Milliseconds in which news is gathered: what is in sight is asked for anew once. */
const TOGETHER = 250
/** How often news is put off where it comes too early. */
const PATIENCE = 8

/** Gathers news of records and hands it on together; again in a moment while `tell` gives false, until it is told that this is the last time. */
export const gatherNews = (tell: (isOutdated: Outdated, isLast: boolean) => void | false) => {
  let gathered: RecordNews[] = []
  const handOn = (patience: number) => {
    const news = newsToUs(gathered)
    const isLast = patience === 0
    if (news.length > 0 && tell(outdatedBy(news), isLast) === false && !isLast) setTimeout(handOn, TOGETHER, patience - 1)
    else gathered = []
  }
  return (news: readonly RecordNews[]) => {
    if (gathered.length === 0 && news.length > 0) setTimeout(handOn, TOGETHER, PATIENCE)
    gathered.push(...news)
  }
}
