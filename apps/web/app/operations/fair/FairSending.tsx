import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { isOutdatedAfter } from '#kit/api/query'
import { useArea } from '#kit/area'
import { allowOffline } from '#kit/browser/connection'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { fetchConfirmDialog } from '#ui/dialog/confirm'
import { useToast } from '#ui/page/toast'
import type { Outcome } from './outbox.ts'

type Settled = Outcome['settled']

const FAIR_PATH = '/fair'

/** What home says of them. */
const unsentEntries = { queryKey: ['unsentEntries'] }

/** Where entries can be seen that were sent: the record of a single one, or else a list that begins with the newest. */
const pathOf = (sent: Settled) => {
  const [one] = sent
  const kind = sent.some((piece) => piece.kind === 'contact') ? 'contact' : 'meetingReport'
  const id = one?.kind === 'contact' ? one.done.contact : one?.done.report
  return sent.length === 1 && id ? `${kind}/show/${id}` : `${kind}/list?sort=-dateCreated`
}

/** Says what came of entries that were sent while the user was elsewhere. */
const useAnnouncement = () => {
  const t = useText()
  const toast = useToast()
  const at = useArea()
  const navigate = useNavigate()
  return (settled: Settled) => {
    const sent = settled.filter(({ state }) => state === 'sent')
    const undecided = settled.length - sent.length
    if (sent.length > 0)
      toast.show({
        title: t('SUCCESS'),
        text: t('{count} entry of fair mode has been sent.|{count} entries of fair mode have been sent.', { count: sent.length }),
        action: { label: t('Show'), run: () => void navigate(at(pathOf(sent))), duration: document.hidden ? false : 8000 },
      })
    if (undecided > 0)
      toast.show({
        title: t('Fair mode'),
        text: t('{count} entry of fair mode needs you.|{count} entries of fair mode need you.', { count: undecided }),
        failed: true,
        action: { label: t('Open fair mode'), run: () => location.assign(FAIR_PATH), duration: false },
      })
  }
}

/**
 * Sends the user's entries of fair mode. What that takes is loaded where something waits; where there is anything that logging out would lose, the
 * dialog that asks about it, since that may happen without a connection.
 */
export const FairSending = () => {
  const { uniqueId } = useActor()
  const client = useQueryClient()
  const announce = useAnnouncement()
  const onSettled = useEffectEvent((settled: Settled) => {
    announce(settled)
    void client.invalidateQueries(settled.length > 0 ? { predicate: isOutdatedAfter(undefined) } : unsentEntries)
  })
  const onChange = useEffectEvent(() => void client.invalidateQueries(unsentEntries))
  useEffect(() => {
    let isUnmounted = false
    let stop: (() => void) | undefined
    const startIfNeeded = async () => {
      if (stop) return
      const { hasPageCopy, loadEntryCounts } = await import('#kit/browser/offlineStore')
      if (await hasPageCopy(FAIR_PATH)) allowOffline(FAIR_PATH)
      const { unsent, waiting } = await loadEntryCounts(uniqueId)
      if (unsent > 0 && navigator.onLine) void fetchConfirmDialog().catch(() => undefined)
      if (waiting === 0) return
      const { sendInBackground } = await import('./sending.ts')
      if (!isUnmounted) stop ??= sendInBackground(uniqueId, onSettled)
    }
    const start = () => void startIfNeeded().catch(() => undefined) // without a connection, with the next change or page
    const followChange = () => {
      onChange()
      start()
    }
    const channel = new BroadcastChannel(`fair ${uniqueId}`)
    channel.addEventListener('message', followChange)
    followChange() // there may have been one while this was loaded
    return () => {
      isUnmounted = true
      channel.close()
      stop?.()
    }
  }, [uniqueId])
  return null
}
