import { ActionIcon, Anchor, Box, Text, VisuallyHidden } from '@mantine/core'
import { useDebouncedCallback, useWindowEvent } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { Notification } from '@tradewind/contract/platform/notification.contract'
import type { Role } from '@tradewind/contract/roles'
import { type ComponentProps, useEffect, useId, useState, useEffectEvent, useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { isOutdatedAfter, useCall, useList, useSend } from '#kit/api/query'
import { useArea } from '#kit/area'
import { moveFocusAmong } from '#kit/browser/keyboard'
import { isWatchedResult } from '#kit/browser/watchedResults'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { Popover, useOpenOnFirstUse } from '#ui/page/floating'
import { QueryContent } from '#ui/page/states'
import { useToast } from '#ui/page/toast'
import { Day } from '#ui/values/Day'
import { useLive } from './useLive.ts'
import styles from './notification.module.css'

const CHANNEL = 'shown notifications'

/** Milliseconds in which another window says that it shows a notification itself, before this one announces it. */
const ANSWER_DELAY = 200

/** The user's other windows: what one of them shows itself is not announced in another one beside it. `onShown`: one of them shows this notification. */
export const useOtherWindows = (onShown: (uniqueId: string) => void) => {
  const channel = useRef<BroadcastChannel>(null)
  const shownIds = useRef(new Set<unknown>())
  const handleShown = useEffectEvent(onShown)
  useEffect(() => {
    const opened = new BroadcastChannel(CHANNEL)
    channel.current = opened
    opened.addEventListener('message', ({ data }: MessageEvent<string>) => {
      shownIds.current.add(data)
      handleShown(data)
    })
    return () => opened.close()
  }, [])
  return {
    /** This window shows it. */
    tell: (uniqueId: string) => {
      channel.current?.postMessage(uniqueId)
    },
    /** Calls `announce` unless one of them shows it. */
    unlessShown: (uniqueId: string, announce: () => void) =>
      setTimeout(() => {
        if (!shownIds.current.has(uniqueId)) announce()
      }, ANSWER_DELAY),
  }
}

/** A dot before an unread notification, with a text for screen readers. */
export const Unread = ({ of: { readAt } }: { of: Notification }) => {
  const t = useText()
  return readAt === null ? (
    <>
      <span className={styles.dot} aria-hidden />
      <VisuallyHidden>{t('Unread')}: </VisuallyHidden>
    </>
  ) : null
}

/** The number of notifications that the bell lists. */
const MAX_LISTED = 2

/** The path of all notifications: its first segment depends on the role. */
export const listAddress = (roles: readonly Role[]) =>
  `/${roles.includes('ROLE_SUPER_ADMIN') ? 'superAdmin' : 'admin'}/user/notificationQueue/list`

const isNewer = (one: Notification, other: Notification) =>
  other.dateCreated.localeCompare(one.dateCreated) || other.uniqueId.localeCompare(one.uniqueId)

/** The newest of the listed and the received notifications, each once; the listed one is used if it is in both. */
export const newestOf = (listed: readonly Notification[], received: readonly Notification[]) => {
  const listedIds = new Set(listed.map(({ uniqueId }) => uniqueId))
  return [...listed, ...received.filter(({ uniqueId }) => !listedIds.has(uniqueId))].toSorted(isNewer).slice(0, MAX_LISTED)
}

/** The path of a notification: the screen that shows it, else the list of all. */
export const useTarget = () => {
  const at = useArea()
  const list = listAddress(useActor().roles)
  return ({ path }: Pick<Notification, 'path'>) => (path === null ? list : at(path))
}

/** Marks a notification as read, once. */
export const useMarkRead = () => {
  const send = useSend('POST /api/notificationQueue/read', { changes: ['notificationQueue'] })
  return ({ uniqueId, readAt }: Notification) => {
    if (readAt === null) send.mutate({ uniqueIds: [uniqueId] })
  }
}

/** Marks a notification as read and opens its path. */
const useOpenNotification = () => {
  const navigate = useNavigate()
  const targetOf = useTarget()
  const mark = useMarkRead()
  return (item: Notification) => {
    mark(item)
    void navigate(targetOf(item))
  }
}

/** The number of unread notifications, and the newest two. */
export const Bell = () => {
  const t = useText()
  const heading = useId()
  const [isWanted, setWanted] = useState(false)
  const { items, newest, unread } = useNotifications(isWanted)
  const request = () => setWanted(true)
  const list = listAddress(useActor().roles)
  const { opened, setOpened, isUsed, target } = useOpenOnFirstUse()
  const close = () => setOpened(false)
  const button = (
    <BellButton
      ref={target}
      unread={unread}
      aria-haspopup="dialog"
      aria-expanded={opened}
      onClick={() => setOpened(!opened)}
      onMouseEnter={request}
      onFocus={request}
    />
  )
  if (!isUsed) return button
  return (
    <Popover opened={opened} onDismiss={close} position="bottom-end" width={340} trapFocus returnFocus>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown className={styles.center} aria-labelledby={heading}>
        <Text id={heading} className={styles.heading}>
          {t('Notification Center')}
        </Text>
        {items.length > 0 && <Newest items={items} onNavigate={close} />}
        {items.length === 0 && (
          <QueryContent of={newest} height={88}>
            {() => <Text className={styles.none}>{t('No notifications.')}</Text>}
          </QueryContent>
        )}
        <Anchor component={Link} to={list} className={styles.all} onClick={close} data-row-focus>
          {t('View all notifications')}
        </Anchor>
      </Popover.Dropdown>
    </Popover>
  )
}

/** The props that the popover adds to its target go to the button. */
const BellButton = ({
  unread,
  ...rest
}: { unread: number } & Pick<
  ComponentProps<'button'>,
  'ref' | 'onClick' | 'onFocus' | 'onMouseEnter' | 'aria-haspopup' | 'aria-expanded'
>) => {
  const t = useText()
  const label = unread === 0 ? t('Notifications') : t('Notifications, {count} unread', { count: unread })
  return (
    <ActionIcon variant="subtle" color="gray" size="lg" className={styles.bell} aria-label={label} title={label} {...rest}>
      <IconBell size={20} />
      {/* Rendered by CSS: the label has the exact number, and screen readers must not announce a different one. */}
      {unread > 0 && <span className={styles.count} aria-hidden data-count={unread > 9 ? '9+' : unread} />}
    </ActionIcon>
  )
}

/** The notifications under the bell. Opening one marks it as read. */
const Newest = ({ items, onNavigate }: { items: readonly Notification[]; onNavigate: () => void }) => {
  const t = useText()
  return (
    <Box component="ul" className={styles.items} aria-label={t('Notifications')} onKeyDown={moveFocusAmong('[data-row-focus]')}>
      {items.map((item) => (
        <li key={item.uniqueId}>
          <Item item={item} onNavigate={onNavigate} />
        </li>
      ))}
    </Box>
  )
}

const Item = ({ item, onNavigate }: { item: Notification; onNavigate: () => void }) => {
  const mark = useMarkRead()
  const targetOf = useTarget()
  const open = () => {
    mark(item)
    onNavigate()
  }
  return (
    <Link to={targetOf(item)} onClick={open} className={styles.item} data-row-focus>
      <span className={styles.subject}>
        <Unread of={item} />
        <span className={item.readAt ? undefined : styles.bold}>{item.subject}</span>
      </span>
      <span className={styles.text}>{item.abbreviatedContentText}</span>
      <span className={styles.date}>
        <Day at={item.dateCreated} precise />
      </span>
    </Link>
  )
}

/** What shows files of drives. */
const fileResources = ['files', 'attachment', 'home', 'trash'] as const

/** Milliseconds within which several notifications cause only one fetch. */
const FETCH_DELAY = 300
/** Milliseconds before the session is checked, so that a user who signs out on purpose has left by then and sees no message. */
const SESSION_CHECK_DELAY = 500

/** Milliseconds after which the unread count is fetched even without a live connection. */
const UNREAD_DELAY = 1500

const isVisible = () => document.visibilityState === 'visible'

/** The page shows the result of a job itself. In the background nobody sees that yet: another page may announce it meanwhile. */
const isSeen = ({ path }: Notification) => isWatchedResult(path) && isVisible()

/** The newest notifications, once wanted, and the unread count: from the list, live, and refetched on focus. Live messages also invalidate files and records. */
const useNotifications = (isWanted: boolean) => {
  const client = useQueryClient()
  const newest = useList(
    'GET /api/notificationQueue/list/:type',
    { type: 'PUSH_WEB', page: 0, size: MAX_LISTED },
    { enabled: isWanted },
  )
  // Once it is connected, no event is missed, and nothing has to be fetched twice.
  const [isReady, setReady] = useState(false)
  const unread = useCall('GET /api/notificationQueue/unread', {}, { enabled: isReady })
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), UNREAD_DELAY)
    return () => clearTimeout(timer)
  }, [])
  const [received, setReceived] = useState<readonly Notification[]>([])
  const { isShown, announce } = useAnnouncement()
  const mark = useMarkRead()
  const refetchNotifications = useDebouncedCallback(
    () => void client.invalidateQueries({ queryKey: ['notificationQueue'] }),
    FETCH_DELAY,
  )
  const others = useOtherWindows((uniqueId) => {
    setReceived((before) => before.filter((item) => item.uniqueId !== uniqueId))
    refetchNotifications()
  })
  const refetchFiles = useDebouncedCallback(
    () => void client.invalidateQueries({ predicate: isOutdatedAfter(fileResources) }),
    FETCH_DELAY,
  )
  const refetchSession = useDebouncedCallback(() => void client.invalidateQueries({ queryKey: ['auth'] }), SESSION_CHECK_DELAY)
  useLive({
    onItem: (item) => {
      if (isSeen(item)) mark(item)
      else setReceived((before) => newestOf([item], before))
      if (isSeen(item) || isShown(item)) others.tell(item.uniqueId)
      else if (isVisible()) others.unlessShown(item.uniqueId, () => announce(item))
      refetchNotifications()
      if (item.path?.startsWith('drive/')) refetchFiles()
    },
    onDrive: refetchFiles,
    onRecords: (predicate, isLast) => {
      // While this page's own changes are being sent, refetched data could be older than they are.
      if (client.isMutating() > 0 && !isLast) return false
      // In the background nothing is refetched: what is stale by then is when the page is seen again.
      void client.invalidateQueries({ predicate, refetchType: document.hidden ? 'none' : 'active' })
    },
    onOpen: (isAgain) => {
      if (isReady) refetchNotifications()
      setReady(true)
      void client.invalidateQueries({ queryKey: ['files'] })
      if (isAgain) void client.invalidateQueries() // the account, too: rights may have changed meanwhile
    },
    onRefused: refetchSession,
  })
  useWindowEvent('focus', refetchNotifications)
  useWindowEvent('visibilitychange', () => {
    for (const item of received) if (isSeen(item)) mark(item)
    setReceived((before) => before.filter((item) => !isSeen(item)))
  })
  return { items: newestOf(newest.data?.rows ?? [], received), newest, unread: unread.data?.count ?? 0 }
}

/** Returns whether the page shows what an address leads to, whatever else its own address has, such as a tab or a filter. */
const isWithin = (address: string, pathname: string, search: string) => {
  const [path, wanted] = address.split('?')
  const current = new URLSearchParams(search)
  return path === pathname && [...new URLSearchParams(wanted)].every(([name, value]) => current.get(name) === value)
}

/** `announce` shows a toast for a new notification; `isShown` tells whether the page is visible, and itself shows what the notification leads to. */
const useAnnouncement = () => {
  const t = useText()
  const toast = useToast()
  const at = useArea()
  const { pathname, search } = useLocation()
  const list = listAddress(useActor().roles)
  const open = useOpenNotification()
  return {
    isShown: ({ path }: Notification) =>
      isVisible() && (pathname === list || (path !== null && isWithin(at(path), pathname, search))),
    announce: (item: Notification) => {
      const { subject: title, abbreviatedContentText: text } = item
      toast.show({ title, text, isNeutral: true, action: { label: t('Open it'), run: () => open(item), duration: 5000 } })
    },
  }
}
