import { Client, ReconnectionTimeMode } from '@stomp/stompjs'
import type { QueryKey } from '@tanstack/react-query'
import type { Notification } from '@tradewind/contract/platform/notification.contract'
import { useEffect, useEffectEvent } from 'react'
import { isOwn } from '#kit/api/query'
import { checkConnection } from '#kit/browser/connection'
import { session } from '#kit/session'

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
type Outdated = ReturnType<typeof outdatedBy>

/** Milliseconds in which news is gathered: what is in sight is asked for anew once. */
const TOGETHER = 250
/** How often news is put off where it comes too early. */
const PATIENCE = 8

/** Gathers news of records and hands it on together; again in a moment while `tell` gives false, until it is told that this is the last time. */
const gatherNews = (tell: (isOutdated: Outdated, isLast: boolean) => void | false) => {
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

/** Hears of the own notifications, and of records that were written, while the component is there. */
export const useLive = ({ onItem, onDrive, onRecords, onOpen, onRefused }: LiveListener) => {
  const heardItem = useEffectEvent(onItem)
  const heardDrive = useEffectEvent(onDrive)
  const heardRecords = useEffectEvent(onRecords)
  const heardOpen = useEffectEvent(onOpen)
  const heardRefusal = useEffectEvent(onRefused)
  useEffect(
    () =>
      openLiveConnection({
        onItem: (item) => heardItem(item),
        onDrive: () => heardDrive(),
        onRecords: (isOutdated, isLast) => heardRecords(isOutdated, isLast),
        onOpen: (isAgain) => heardOpen(isAgain),
        onRefused: () => heardRefusal(),
      }),
    [],
  )
}

/** What an open page hears. */
interface LiveListener {
  onItem: (item: Notification) => void
  /** What others share may have changed. */
  onDrive: () => void
  /** Others have written records: which answers no longer hold. Told again in a moment where it gives false, but for the last time. */
  onRecords: (isOutdated: Outdated, isLast: boolean) => void | false
  /** From now on all is told, for the first time or again: what came before has to be fetched. */
  onOpen: (isAgain: boolean) => void
  /** The server has ended the line because the session has ended, or is another's now. */
  onRefused: () => void
}

const NOTIFICATIONS = '/user/topic/notification'
const DRIVE = '/user/topic/drive'
const RECORDS = '/user/topic/record'
/** The server's receipt for the last subscription: from then on it tells all. */
const OPEN = 'open'
const BEAT = 10_000
const FIRST_DELAY = 1_000
const LONGEST_DELAY = 30_000
/** The server closes a line so when who is on it must sign in again. */
const SIGNED_OUT = 4401

const address = () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`

const newClient = ({ onItem, onDrive, onRecords, onOpen, onRefused }: LiveListener) => {
  let times = 0
  const gather = gatherNews(onRecords)
  const client = new Client({
    brokerURL: address(),
    heartbeatIncoming: BEAT,
    heartbeatOutgoing: BEAT,
    // Not all pages at the same moment, where a server has begun anew.
    reconnectDelay: FIRST_DELAY * (1 + Math.random()),
    maxReconnectDelay: LONGEST_DELAY,
    reconnectTimeMode: ReconnectionTimeMode.EXPONENTIAL,
    beforeConnect: () => {
      const { Authorization = '' } = session.headers()
      client.connectHeaders = { Authorization }
    },
    onConnect: () => {
      client.subscribe(NOTIFICATIONS, ({ body }) => onItem(JSON.parse(body) as Notification))
      client.subscribe(DRIVE, onDrive)
      client.watchForReceipt(OPEN, () => onOpen(times++ > 0))
      client.subscribe(RECORDS, ({ body }) => gather((JSON.parse(body) as { news: RecordNews[] }).news), { receipt: OPEN })
    },
    onWebSocketClose: ({ code }: CloseEvent) => (code === SIGNED_OUT ? onRefused() : void checkConnection()),
  })
  return client
}

/**
 * Opens the line on which the server tells the own notifications, and keeps it open: it comes back by itself, at once when the
 * browser is online again. Gives what closes it.
 */
const openLiveConnection = (heard: LiveListener) => {
  let isWanted = true
  const client = newClient(heard)
  client.activate()
  const restart = async () => {
    if (client.connected) return
    await client.deactivate()
    if (isWanted) client.activate()
  }
  const onOnline = () => void restart().catch(() => undefined)
  addEventListener('online', onOnline)
  return () => {
    isWanted = false
    removeEventListener('online', onOnline)
    void client.deactivate().catch(() => undefined)
  }
}
