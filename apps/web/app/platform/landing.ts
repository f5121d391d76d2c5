import { phrase } from '@tradewind/contract/kit/phrase'
import { BASIC_UP, isStaff, type Role } from '@tradewind/contract/roles'

type Open = (stays: boolean) => void

const openers = new Set<Open>()

/** Registers the function that opens the sign-in dialog; returns the function that removes it. */
export const registerSignIn = (open: Open) => {
  openers.add(open)
  return () => void openers.delete(open)
}

/**
 * Opens the sign-in dialog over the page. After signing in, the user goes to the landing page of their role, or stays on the page. Returns
 * false if nothing can open it: then the link to the sign-in page is followed.
 */
export const openSignIn = ({ stays = false } = {}) => {
  for (const open of openers) open(stays)
  return openers.size > 0
}

const hasAnyRole = (roles: readonly Role[], group: readonly Role[]) => roles.some((role) => group.includes(role))

/** The path where a user goes after signing in. */
export const landingOf = (roles: readonly Role[]) => {
  if (isStaff({ roles })) return '/crm/dashboard'
  if (hasAnyRole(roles, ['ROLE_FREE'])) return '/user/drive/shared'
  return hasAnyRole(roles, BASIC_UP) ? '/user/dashboard' : '/'
}

/** The path of a user's own area: their landing page, or the dashboard for a starter, who lands on the open pages. Undefined for a visitor. */
export const areaOf = (roles: readonly Role[]) => {
  if (roles.length === 0) return undefined
  const landing = landingOf(roles)
  return landing === '/' ? '/user/dashboard' : landing
}

/** The link from the open pages to the user's area. Undefined for a starter, who gets a sign-out link, and for a visitor, who gets a sign-in link. */
export const areaLinkOf = (roles: readonly Role[]) => {
  const to = landingOf(roles)
  if (to === '/') return undefined
  if (to === '/user/drive/shared') return { to, text: phrase('My Drive') }
  return { to, text: to === '/crm/dashboard' ? phrase('Switch to CRM') : phrase('Switch to Dashboard') }
}

/** The address to return to after sign-in; null unless it is a signed-in page of this site, leads to one, or shows more to signed-in users. */
export const returnPathOf = (next: string | null) =>
  next &&
  /^\/(drive$|fair(\?piece=[\w-]+)?$|blog\/[\w\-%]+$|(crm|user|superadmin|admin|student|teacher|parent)\/[\w\-/.?=&%+]*$)/i.test(
    next,
  )
    ? next
    : null
