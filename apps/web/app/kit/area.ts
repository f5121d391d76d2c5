import { isStaff } from '@tradewind/contract/roles'
import type { Kind } from '#kit/api/calls'
import { useActor } from '#kit/session'

/**
 * Addresses in the area of whoever is signed in: the same screens live under /crm for staff and under /user for members. A path that
 * begins with a slash names its area itself.
 */
export const useArea = () => {
  const area = isStaff(useActor()) ? 'crm' : 'user'
  return (path: string) => (path.startsWith('/') ? path : `/${area}/${path}`)
}

/** Where the screens of a kind stand, where that is not a folder of its name in the area of who is signed in. */
const folders: Partial<Record<Kind, string>> = {
  admin: '',
  tenant: '/superAdmin/tenant/',
  permission: '/superAdmin/permission/',
  message: '/admin/message/',
  legalText: '/admin/legalText/',
  'auditQuestion/question': 'auditQuestion/',
}

/** Lists that stand elsewhere than in their kind's folder. */
const lists: Partial<Record<Kind, string>> = { lead: 'leads' }

/** The address of a kind's screen, for `useArea`: 'list', 'create', 'show/…', 'edit/…'. */
export const pathOf = (kind: Kind, screen: string) =>
  (screen === 'list' && lists[kind]) || `${folders[kind] ?? `${kind}/`}${screen}`
