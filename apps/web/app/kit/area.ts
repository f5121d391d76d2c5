import { isStaff } from '@tradewind/contract/roles'
import { useLocation, useNavigate } from 'react-router'
import type { Kind } from '#kit/api/calls'
import { useActor } from '#kit/session'

/**
 * Builds addresses in the user's area: the same screens are under /crm for staff and under /user for members. A path that begins with a slash
 * names its area itself.
 */
export const useArea = () => {
  const area = isStaff(useActor()) ? 'crm' : 'user'
  return (path: string) => (path.startsWith('/') ? path : `/${area}/${path}`)
}

/** The folder of a kind's screens, if it is not a folder of its name in the user's area. */
const kindFolders: Partial<Record<Kind, string>> = {
  admin: '',
  tenant: '/superAdmin/tenant/',
  permission: '/superAdmin/permission/',
  message: '/admin/message/',
  legalText: '/admin/legalText/',
  'auditQuestion/question': 'auditQuestion/',
}

/** Lists that are not in their kind's folder. */
const listPaths: Partial<Record<Kind, string>> = { lead: 'leads' }

/** The path of a kind's screen, for `useArea`: 'list', 'create', 'show/…', 'edit/…'. */
export const pathOf = (kind: Kind, screen: string) =>
  (screen === 'list' && listPaths[kind]) || `${kindFolders[kind] ?? `${kind}/`}${screen}`

/** Leads on from a page once something on it has succeeded, unless the user has gone elsewhere meanwhile. */
export const useNavigateFromHere = () => {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  return async (to: string) => {
    if (location.pathname === pathname) await navigate(to)
  }
}
