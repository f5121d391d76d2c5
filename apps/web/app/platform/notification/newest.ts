import type { Notification } from '@tradewind/contract/platform/notification.contract'
import type { Role } from '@tradewind/contract/roles'

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
