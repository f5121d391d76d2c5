import { VisuallyHidden } from '@mantine/core'
import type { Notification } from '@tradewind/contract/platform/notification.contract'
import type { Role } from '@tradewind/contract/roles'
import { useNavigate } from 'react-router'
import { useSend } from '#kit/api/query'
import { useArea } from '#kit/area'
import { useActor } from '#kit/session'
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

/** How many the bell lists. */
export const SHOWN = 2

/** The address of all notifications: its segment names the role. */
export const listAddress = (roles: readonly Role[]) =>
  `/${roles.includes('ROLE_SUPER_ADMIN') ? 'superAdmin' : 'admin'}/user/notificationQueue/list`

const isNewer = (one: Notification, other: Notification) =>
  other.dateCreated.localeCompare(one.dateCreated) || other.uniqueId.localeCompare(one.uniqueId)

/** The newest of what was listed and what has come since, each once: as it was listed, where it is in both. */
export const newestOf = (listed: readonly Notification[], come: readonly Notification[]) => {
  const known = new Set(listed.map(({ uniqueId }) => uniqueId))
  return [...listed, ...come.filter(({ uniqueId }) => !known.has(uniqueId))].toSorted(isNewer).slice(0, SHOWN)
}

/** Where a notification leads: to the screen that shows it, else to the list of all. */
export const useTarget = () => {
  const at = useArea()
  const list = listAddress(useActor().roles)
  return ({ path }: Pick<Notification, 'path'>) => (path === null ? list : at(path))
}

/** Marks a notification as read, once. */
export const useMarking = () => {
  const send = useSend('POST /api/notificationQueue/read', { changes: ['notificationQueue'] })
  return ({ uniqueId, readAt }: Notification) => {
    if (readAt === null) send.mutate({ uniqueIds: [uniqueId] })
  }
}

/** Marks a notification as read and goes where it leads. */
export const useOpening = () => {
  const navigate = useNavigate()
  const targetOf = useTarget()
  const mark = useMarking()
  return (item: Notification) => {
    mark(item)
    void navigate(targetOf(item))
  }
}
