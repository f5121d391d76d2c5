import { Client, ReconnectionTimeMode } from '@stomp/stompjs'
import type { Notification } from '@tradewind/contract/platform/notification.contract'
import { useEffect, useEffectEvent } from 'react'
import { checkConnection } from '#kit/browser/connection'
import { session } from '#kit/session'
import { gatherNews, type Outdated, type RecordNews } from './news.ts'

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
