import type { QueryKey } from '@tanstack/react-query'
import type { AnnouncedKind } from '@tradewind/contract/kit/history'
import type { Notification } from '@tradewind/contract/platform/notification.contract'
import { useEffect, useEffectEvent } from 'react'
import type { Input, Route } from '#kit/api/calls'
import { isOwnChange } from '#kit/api/query'
import { checkConnection } from '#kit/browser/connection'
import { session } from '#kit/session'
import { keepConnected } from './stomp.ts'

/** Written records of a kind, as the server reports them to open pages; `written` is empty if they are many. */
export interface RecordChange {
  kind: string
  /** `version`: the new `updatedAt` of the record. */
  written: readonly { uniqueId: string; version: string }[]
  /** The ids of the records that they belong to, or belonged to. */
  about: readonly string[]
  /** The tenant, for a page of the super admin that acts in one; undefined: the user's own. */
  tenantId?: string
}

/** The record changes that did not come from this page. */
export const changesByOthers = (news: readonly RecordChange[]) =>
  news.flatMap((one) => {
    const written = one.written.filter(({ uniqueId, version }) => !isOwnChange(uniqueId, version))
    return one.written.length > 0 && written.length === 0 ? [] : [{ ...one, written }]
  })

const isId = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)

interface Shown<R extends Route> {
  kinds: readonly AnnouncedKind[]
  /** The parameter with the record that the call is about, if that is not in its path: news about other records do not concern it. */
  record?: keyof Input<R>
  /** Further kinds, of lists that are filtered by a field or show it where it is asked for (`with`). */
  byField?: Readonly<Record<string, readonly AnnouncedKind[]>>
}

const ofCompanies = ['contact', 'meetingReport', 'nextSteps', 'projectCompany', 'summary'] as const
const ofTimelines = [...ofCompanies, 'company', 'project'] as const
const restorable = [...ofTimelines, 'assessment', 'auditQuestion', 'content', 'event', 'lead', 'reviewQuestion'] as const

/**
 * The kinds of record that calls show, besides the kind in their path: what is written of these makes the answers stale. Calls with a record in their path
 * are named where news without ids, of many records at once, concern them, too.
 */
const shownKinds: { [R in Extract<Route, `GET ${string}`>]?: Shown<R> } = {
  'GET /api/admin/': { kinds: ['user'] },
  'GET /api/admin/:uniqueId': { kinds: ['user'] },
  'GET /api/admin/history/:uniqueId': { kinds: ['user'] },
  'GET /api/admin/options': { kinds: ['user'] },
  'GET /api/attachment/': { kinds: ['company', 'contact', 'meetingReport', 'project'], record: 'record' },
  'GET /api/auditQuestion/answers': { kinds: ['assessment', 'lead'] },
  'GET /api/calendar/': { kinds: ['event', 'meetingReport', 'nextSteps', 'projectCompany'] },
  'GET /api/company/': { kinds: [], byField: { lastReport: ['meetingReport'], projects: ['project', 'projectCompany'] } },
  'GET /api/company/:uniqueId/counts': { kinds: ofCompanies },
  'GET /api/contact/': { kinds: ['review'] },
  'GET /api/contact/:uniqueId': { kinds: ['review'] },
  'GET /api/contact/:uniqueId/counts': { kinds: ofCompanies },
  'GET /api/contact/fetchAllByCompany/:companyId': { kinds: ['review'] },
  'GET /api/dashboard/countries': { kinds: ['company', 'meetingReport', 'projectCompany'] },
  'GET /api/dashboard/reportsKpi': { kinds: ['meetingReport'] },
  'GET /api/home/': { kinds: ['event', 'lead', 'meetingReport', 'nextSteps', 'project', 'projectCompany', 'review', 'summary'] },
  'GET /api/home/firstSteps': { kinds: ['company', 'contact', 'meetingReport', 'project', 'review', 'user'] },
  'GET /api/home/score': { kinds: ['review'] },
  'GET /api/lead/': { kinds: ['assessment', 'company', 'contact'] },
  'GET /api/meetingReport/': { kinds: ['contact', 'summary'], byField: { projects: ['project'] } },
  'GET /api/nextSteps/': { kinds: ['user'] },
  'GET /api/nextSteps/:uniqueId': { kinds: ['user'] },
  'GET /api/nextSteps/fetchBySummary/:summaryId': { kinds: ['user'] },
  'GET /api/project/': { kinds: ['projectCompany', 'user'] },
  'GET /api/project/:uniqueId': { kinds: ['projectCompany', 'user'] },
  'GET /api/projectCompany/': { kinds: ['company', 'contact', 'meetingReport', 'project'] },
  'GET /api/projectCompany/project/:projectId': { kinds: ['company', 'contact', 'meetingReport', 'nextSteps', 'project'] },
  'GET /api/review/audience': { kinds: ['contact'] },
  'GET /api/review/audience/candidates': { kinds: ['contact'] },
  'GET /api/review/audience/selectable': { kinds: ['contact'] },
  'GET /api/review/lastContact/:uniqueId': { kinds: ['meetingReport'] },
  'GET /api/review/setting': { kinds: ['contact'] },
  'GET /api/review/tenant': { kinds: ['reviewQuestion'] },
  'GET /api/reviewLink/': { kinds: ['review'] },
  'GET /api/reviewLink/:uniqueId': { kinds: ['review'] },
  'GET /api/reviewOwnQuestion/': { kinds: ['review'] },
  'GET /api/reviewOwnQuestion/preview': { kinds: ['review', 'reviewQuestion'] },
  'GET /api/reviewReminder/': { kinds: ['review'] },
  'GET /api/reviewReminder/campaign': { kinds: ['review'] },
  'GET /api/reviewReminder/campaign/:uniqueId': { kinds: ['review'] },
  'GET /api/reviewTrigger/': { kinds: ['review'] },
  'GET /api/summary/': { kinds: ['nextSteps', 'project', 'user'] },
  'GET /api/summary/:uniqueId': { kinds: ['user'] },
  'GET /api/timeline/:kind/:uniqueId': { kinds: ofTimelines },
  'GET /api/topic/': { kinds: ['content', 'user'] },
  'GET /api/topic/:uniqueId': { kinds: ['content', 'user'] },
  'GET /api/trash/': { kinds: restorable },
  'GET /api/trash/kinds': { kinds: restorable },
  'GET /api/upload/bulk/': { kinds: ['bulkUpload'] },
  'GET /api/userPermission/': { kinds: ['permission', 'user'] },
}

/** The fields that a list shows where they are asked for, or is filtered by: `projects:is:…`. */
const fieldsOf = (input: unknown) => {
  const { with: shown, where, any } = (input ?? {}) as Readonly<Record<'with' | 'where' | 'any', string | string[] | undefined>>
  return new Set([shown, where, any].flat().map((text) => text?.split(':')[0]))
}

interface ShownByCall {
  kinds: readonly string[]
  record?: string
  byField?: Readonly<Record<string, readonly string[]>>
}

/** What a call shows besides the kind in its path. */
export const shownBy = (route: string, input?: unknown): ShownByCall | undefined => {
  const shown: ShownByCall | undefined = shownKinds[route as keyof typeof shownKinds]
  if (!shown?.byField) return shown
  const fields = fieldsOf(input)
  const further = Object.entries(shown.byField).flatMap(([field, kinds]) => (fields.has(field) ? kinds : []))
  return { ...shown, kinds: [...shown.kinds, ...further] }
}

/** The ids of the records that a call is about: those in its path, as in `/api/projectCompany/project/:projectId`, or a parameter. */
const idsOf = (route: string, input: unknown) => {
  const names = [...route.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return [...names, shownBy(route)?.record ?? ''].map((name) => (input as Record<string, unknown> | null)?.[name]).filter(isId)
}

/** Returns the predicate for cached queries that record changes make stale, by their keys: those that show the kind, and queries about one of the records. */
export const outdatedBy =
  (news: readonly RecordChange[]) =>
  ({ queryKey: [of, route, input, tenant] }: { queryKey: QueryKey }) => {
    const ids = idsOf(String(route), input)
    const kinds = [of, ...(shownBy(String(route), input)?.kinds ?? [])]
    return news.some(({ kind, written, about, tenantId }) => {
      if (tenantId !== tenant) return false
      if (written.length === 0 || ids.length === 0) return kinds.includes(kind)
      return ids.some((id) => about.includes(id as string) || written.some(({ uniqueId }) => uniqueId === id))
    })
  }

/** Returns whether a cached query is stale, by its key. */
type IsOutdated = ReturnType<typeof outdatedBy>

/** Milliseconds in which record changes are gathered, so that visible data is refetched once. */
const GATHER_DELAY = 250
/** Milliseconds between two deliveries where changes are frequent: a new refetch cancels the previous one, which must have time to complete. */
const DELIVERY_INTERVAL = 1000
/** How often the delivery is retried while the page is not ready. */
const MAX_RETRIES = 8

/** Gathers record changes and delivers them together; retries later while `notify` returns false, up to the last attempt. */
export const gatherChanges = (notify: (isOutdated: IsOutdated, isLast: boolean) => void | false) => {
  let gathered: RecordChange[] = []
  let nextDelivery = 0
  const deliver = (retriesLeft: number) => {
    const news = changesByOthers(gathered)
    const isLast = retriesLeft === 0
    if (news.length > 0 && notify(outdatedBy(news), isLast) === false && !isLast)
      setTimeout(deliver, GATHER_DELAY, retriesLeft - 1)
    else {
      gathered = []
      if (news.length > 0) nextDelivery = Date.now() + DELIVERY_INTERVAL
    }
  }
  return (news: readonly RecordChange[]) => {
    const delay = Math.max(GATHER_DELAY, nextDelivery - Date.now())
    if (gathered.length === 0 && news.length > 0) setTimeout(deliver, delay, MAX_RETRIES)
    gathered.push(...news)
  }
}

/** Listens for the user's notifications and for record changes while the component is mounted. */
export const useLive = ({ onItem, onDrive, onRecords, onOpen, onRefused }: LiveListener) => {
  const handleItem = useEffectEvent(onItem)
  const handleDrive = useEffectEvent(onDrive)
  const handleRecords = useEffectEvent(onRecords)
  const handleOpen = useEffectEvent(onOpen)
  const handleRefused = useEffectEvent(onRefused)
  useEffect(
    () =>
      openLiveConnection({
        onItem: (item) => handleItem(item),
        onDrive: () => handleDrive(),
        onRecords: (isOutdated, isLast) => handleRecords(isOutdated, isLast),
        onOpen: (isAgain) => handleOpen(isAgain),
        onRefused: () => handleRefused(),
      }),
    [],
  )
}

/** The handlers for live messages. */
interface LiveListener {
  onItem: (item: Notification) => void
  /** Files may have changed: others' shared ones, or one's own in another page. */
  onDrive: () => void
  /** Others have changed records: receives the predicate for stale queries. Retried later if it returns false, except the last time. */
  onRecords: (isOutdated: IsOutdated, isLast: boolean) => void | false
  /** The subscription is active, for the first time or again: anything before it has to be fetched. */
  onOpen: (isAgain: boolean) => void
  /** The server has closed the connection because the session has ended, or belongs to another user now. */
  onRefused: () => void
}

const NOTIFICATIONS = '/user/topic/notification'
const DRIVE = '/user/topic/drive'
const RECORDS = '/user/topic/record'
/** The close code that the server uses if the user must sign in again. */
const SIGNED_OUT = 4401

const address = () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`

/** Opens the live connection for the user's messages and keeps it open. Returns the function that closes it. */
const openLiveConnection = ({ onItem, onDrive, onRecords, onOpen, onRefused }: LiveListener) => {
  let openCount = 0
  const gather = gatherChanges(onRecords)
  const handlers: Record<string, (body: string) => void> = {
    [NOTIFICATIONS]: (body) => onItem(JSON.parse(body) as Notification),
    [DRIVE]: onDrive,
    [RECORDS]: (body) => gather((JSON.parse(body) as { news: RecordChange[] }).news),
  }
  return keepConnected({
    url: address(),
    authorization: () => session.headers().Authorization ?? '',
    destinations: Object.keys(handlers),
    // What others write while a page loads is repeated to it. A page that connects again reads everything again.
    age: () => (openCount > 0 ? undefined : performance.now()),
    onMessage: (destination, body) => handlers[destination]?.(body),
    onOpen: () => onOpen(openCount++ > 0),
    onLost: (code) => (code === SIGNED_OUT ? onRefused() : void checkConnection()),
  })
}
