import { useQueryClient } from '@tanstack/react-query'
import { useDebouncedCallback, useWindowEvent } from '@mantine/hooks'
import type { Notification } from '@tradewind/contract/platform/notification.contract'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { useCall, useList } from '#kit/api/query'
import { useArea } from '#kit/area'
import { useLive } from '#kit/live/useLive'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useToast } from '#ui/toast/toast'
import { listAddress, newestOf, SHOWN } from './newest.ts'
import { useOpening } from './useOpening.ts'

/** Milliseconds: several that come together are fetched together. */
const TOGETHER = 300
/** Milliseconds until it is asked who is signed in: whoever leaves by himself has then left, and is not told of it. */
const GRACE = 500

/** The newest notifications and how many are unread: from the list, live as they come, and again after the page was away. What is told of the drive is asked for anew, too. */
export const useNotifications = () => {
  const client = useQueryClient()
  const newest = useList('GET /api/notificationQueue/list/:type', { type: 'PUSH_WEB', page: 0, size: SHOWN })
  const unread = useCall('GET /api/notificationQueue/unread', {})
  const [come, setCome] = useState<readonly Notification[]>([])
  const announce = useAnnouncement()
  const catchUp = useDebouncedCallback(() => void client.invalidateQueries({ queryKey: ['notificationQueue'] }), TOGETHER)
  const askForFiles = useDebouncedCallback(() => void client.invalidateQueries({ queryKey: ['files'] }), TOGETHER)
  const askWhoIsIn = useDebouncedCallback(() => void client.invalidateQueries({ queryKey: ['auth'] }), GRACE)
  useLive({
    onItem: (item) => {
      setCome((before) => newestOf([item], before))
      announce(item)
      catchUp()
      if (item.path?.startsWith('drive/')) askForFiles()
    },
    onDrive: askForFiles,
    onOpen: () => {
      catchUp()
      askForFiles()
    },
    onRefused: askWhoIsIn,
  })
  useWindowEvent('focus', catchUp)
  return { items: newestOf(newest.data?.rows ?? [], come), newest, unread: unread.data?.count ?? 0 }
}

/** A word at the top of the page that is looked at, unless it is the page that shows it. */
const useAnnouncement = () => {
  const t = useText()
  const toast = useToast()
  const at = useArea()
  const { pathname, search } = useLocation()
  const list = listAddress(useActor().roles)
  const open = useOpening()
  return (item: Notification) => {
    const isShown = pathname === list || (item.path !== null && at(item.path) === pathname + search)
    if (isShown || document.visibilityState !== 'visible') return
    const { subject: title, abbreviatedContentText: text } = item
    toast.show({ title, text, isNews: true, action: { label: t('Open it'), run: () => open(item), stands: 5000 } })
  }
}
