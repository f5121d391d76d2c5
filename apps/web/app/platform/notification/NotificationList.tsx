import { ActionIcon, Anchor, Box, Button, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconBell, IconCheck, IconChecks } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import type { Notification } from '@tradewind/contract/platform/notification.contract'
import { Link } from 'react-router'
import { failureOf } from '#kit/api/failure'
import { useCall, useSend } from '#kit/api/query'
import { moveFocusAmong } from '#kit/browser/keyboard'
import { guard } from '#kit/guard'
import { useText } from '#kit/text'
import { type Listing, Paged, useListing } from '#ui/list/Paged'
import { Tooltip } from '#ui/page/floating'
import { PageHeader } from '#ui/page/PageHeader'
import { EmptyState } from '#ui/page/states'
import { useToast } from '#ui/page/toast'
import { Day } from '#ui/values/Day'
import { notificationAddress } from '../notification.feature.ts'
import { Unread, useMarkRead, useTarget } from './Bell.tsx'
import styles from './notification.module.css'

export const handle = { name: phrase('Notifications') }
export const clientLoader = guard({ anyAreaPath: notificationAddress })

/** The user's notifications, the latest first. */
export default function NotificationList() {
  const t = useText()
  const listing = useListing('GET /api/notificationQueue/list/:type', {
    filters: ['unread'],
    fixedInput: { type: 'PUSH_WEB' },
    sort: '-dateCreated',
  })
  const { address, list, isFiltered: isUnread } = listing
  const isEmpty = list.data?.total === 0 && !isUnread
  return (
    <Stack>
      <PageHeader title={t('Notifications')} count={list.data?.total}>
        {!isEmpty && <ReadAll />}
      </PageHeader>
      {!isEmpty && <UnreadFilter address={address} />}
      <Paged of={listing} empty={<Nothing isUnread={isUnread} />}>
        {(rows) => <NotificationRows rows={rows} stale={list.isPlaceholderData} />}
      </Paged>
    </Stack>
  )
}

const UnreadFilter = ({ address }: Pick<Listing<Notification, 'unread'>, 'address'>) => {
  const t = useText()
  return (
    <SegmentedControl
      aria-label={t('Show')}
      data={[
        { value: '', label: t('All') },
        { value: 'true', label: t('Unread') },
      ]}
      value={address.filters.unread}
      onChange={(unread) => address.change({ filters: { unread } })}
      style={{ alignSelf: 'start' }}
    />
  )
}

const Nothing = ({ isUnread }: { isUnread: boolean }) => {
  const t = useText()
  return (
    <EmptyState
      icon={IconBell}
      title={t('Info! No notifications.')}
      text={isUnread ? t('You have read everything.') : t('Everything you should know.')}
    />
  )
}

const ReadAll = () => {
  const t = useText()
  const toast = useToast()
  const unread = useCall('GET /api/notificationQueue/unread', {})
  const send = useSend('POST /api/notificationQueue/readAll', { changes: ['notificationQueue'] })
  const readAll = () => send.mutate({}, { onError: (error) => toast.failure(failureOf(error)) })
  return (
    <Button
      leftSection={<IconChecks size={16} aria-hidden />}
      disabled={!unread.data?.count}
      loading={send.isPending}
      onClick={readAll}
    >
      {t('Mark all as read')}
    </Button>
  )
}

/** A list of notifications. Arrow keys move between them, Enter opens one. */
const NotificationRows = ({ rows, stale }: { rows: readonly Notification[]; stale: boolean }) => {
  const t = useText()
  return (
    <Box
      component="ul"
      className={styles.rows}
      aria-label={t('Notifications')}
      aria-busy={stale}
      onKeyDown={moveFocusAmong('[data-row-focus]')}
    >
      {rows.map((item) => (
        <Row key={item.uniqueId} item={item} />
      ))}
    </Box>
  )
}

const Row = ({ item }: { item: Notification }) => {
  const mark = useMarkRead()
  return (
    <li className={styles.row} data-unread={item.readAt === null || undefined}>
      <div className={styles.words}>
        <Subject item={item} onOpen={() => mark(item)} />
        <Text size="sm">{item.abbreviatedContentText}</Text>
      </div>
      <Text size="sm" c="dimmed" className={styles.when}>
        <Day at={item.dateCreated} precise />
      </Text>
      <div className={styles.mark}>{item.readAt === null && <Mark subject={item.subject} onMark={() => mark(item)} />}</div>
    </li>
  )
}

/** The subject, as a link if a screen shows it. */
const Subject = ({ item, onOpen }: { item: Notification; onOpen: () => void }) => {
  const targetOf = useTarget()
  const weight = item.readAt === null ? 650 : 500
  return (
    <div className={styles.subject}>
      <Unread of={item} />
      {item.path === null ? (
        <Text span inherit fw={weight}>
          {item.subject}
        </Text>
      ) : (
        <Anchor
          component={Link}
          to={targetOf(item)}
          onClick={onOpen}
          className={styles.link}
          inherit
          c="inherit"
          fw={weight}
          data-row-focus
        >
          {item.subject}
        </Anchor>
      )}
    </div>
  )
}

const Mark = ({ subject, onMark }: { subject: string; onMark: () => void }) => {
  const t = useText()
  return (
    <Tooltip label={t('Mark as read')}>
      <ActionIcon variant="subtle" aria-label={t('Mark “{subject}” as read', { subject })} onClick={onMark}>
        <IconCheck size={18} />
      </ActionIcon>
    </Tooltip>
  )
}
