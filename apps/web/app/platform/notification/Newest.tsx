import { Box } from '@mantine/core'
import type { Notification } from '@tradewind/contract/platform/notification.contract'
import { Link } from 'react-router'
import { moveAmong } from '#kit/browser/keyboard'
import { useText } from '#kit/text'
import { Day } from '#ui/values/Day'
import styles from './notification.module.css'
import { Unread } from './Unread.tsx'
import { useMarking, useTarget } from './useOpening.ts'

/** The notifications under the bell. One that is opened counts as read. */
export const Newest = ({ items, onGo }: { items: readonly Notification[]; onGo: () => void }) => {
  const t = useText()
  return (
    <Box component="ul" className={styles.items} aria-label={t('Notifications')} onKeyDown={moveAmong('[data-row-focus]')}>
      {items.map((item) => (
        <li key={item.uniqueId}>
          <Item item={item} onGo={onGo} />
        </li>
      ))}
    </Box>
  )
}

const Item = ({ item, onGo }: { item: Notification; onGo: () => void }) => {
  const mark = useMarking()
  const targetOf = useTarget()
  const open = () => {
    mark(item)
    onGo()
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
