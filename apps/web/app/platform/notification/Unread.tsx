import { VisuallyHidden } from '@mantine/core'
import type { Notification } from '@tradewind/contract/platform/notification.contract'
import { useText } from '#kit/text'
import styles from './notification.module.css'

/** A dot before what is unread, and the word for who hears it read. */
export const Unread = ({ of: { readAt } }: { of: Notification }) => {
  const t = useText()
  return readAt === null ? (
    <>
      <span className={styles.dot} aria-hidden />
      <VisuallyHidden>{t('Unread')}: </VisuallyHidden>
    </>
  ) : null
}
