import { ActionIcon, Anchor, Popover, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { Read } from '#ui/page/Read'
import { listAddress } from './newest.ts'
import { Newest } from './Newest.tsx'
import styles from './notification.module.css'
import { useNotifications } from './useNotifications.ts'

/** How many notifications are unread, and the newest two. */
export const Bell = () => {
  const t = useText()
  const heading = useId()
  const { items, newest, unread } = useNotifications()
  const list = listAddress(useActor().roles)
  const [opened, { toggle, close }] = useDisclosure(false)
  return (
    <Popover opened={opened} onDismiss={close} position="bottom-end" width={340} trapFocus returnFocus>
      <Popover.Target>
        <BellButton unread={unread} onClick={toggle} />
      </Popover.Target>
      <Popover.Dropdown className={styles.center} aria-labelledby={heading}>
        <Text id={heading} className={styles.heading}>
          {t('Notification Center')}
        </Text>
        {items.length > 0 && <Newest items={items} onGo={close} />}
        {items.length === 0 && (
          <Read of={newest} height={88}>
            {() => <Text className={styles.none}>{t('No notifications.')}</Text>}
          </Read>
        )}
        <Anchor component={Link} to={list} className={styles.all} onClick={close} data-row-focus>
          {t('View all notifications')}
        </Anchor>
      </Popover.Dropdown>
    </Popover>
  )
}

/** What the popover adds to its target goes to the button. */
const BellButton = ({ unread, ...rest }: { unread: number; onClick: () => void }) => {
  const t = useText()
  const label = unread === 0 ? t('Notifications') : t('Notifications, {count} unread', { count: unread })
  return (
    <ActionIcon variant="subtle" color="gray" size="lg" className={styles.bell} aria-label={label} {...rest}>
      <IconBell size={20} />
      {/* Drawn by the styles: the name says the whole number, and what is read aloud must not differ from what is seen. */}
      {unread > 0 && <span className={styles.count} aria-hidden data-count={unread > 9 ? '9+' : unread} />}
    </ActionIcon>
  )
}
