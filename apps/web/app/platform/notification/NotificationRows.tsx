import { ActionIcon, Anchor, Box, Text, Tooltip } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { Notification } from '@tradewind/contract/platform/notification.contract'
import { Link } from 'react-router'
import { moveAmong } from '#kit/browser/keyboard'
import { useText } from '#kit/text'
import { Day } from '#ui/values/Day'
import styles from './notification.module.css'
import { Unread } from './Unread.tsx'
import { useMarking, useTarget } from './useOpening.ts'

/** Notifications below one another. Arrow keys go from one to the next, Enter opens it. */
export const NotificationRows = ({ rows, stale }: { rows: readonly Notification[]; stale: boolean }) => {
  const t = useText()
  return (
    <Box
      component="ul"
      className={styles.rows}
      aria-label={t('Notifications')}
      aria-busy={stale}
      onKeyDown={moveAmong('[data-row-focus]')}
    >
      {rows.map((item) => (
        <Row key={item.uniqueId} item={item} />
      ))}
    </Box>
  )
}

const Row = ({ item }: { item: Notification }) => {
  const mark = useMarking()
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

/** What it is about, as a link where a screen shows it. */
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
