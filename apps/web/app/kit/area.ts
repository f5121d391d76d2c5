import { isStaff } from '@tradewind/contract/roles'
import { useActor } from '#kit/session'

/**
 * Addresses in the area of whoever is signed in: the same screens live under /crm for staff and under /user for members. A path that
 * begins with a slash names its area itself.
 */
export const useArea = () => {
  const area = isStaff(useActor()) ? 'crm' : 'user'
  return (path: string) => (path.startsWith('/') ? path : `/${area}/${path}`)
}
