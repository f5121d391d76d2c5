import { BASIC_UP, isStaff, type Role } from '@tradewind/contract/roles'
import { phrase } from '#kit/text'

type Open = (stays: boolean) => void

const openers = new Set<Open>()

/** Names who opens the sign-in over the page, until the answer is called. */
export const onSignIn = (open: Open) => {
  openers.add(open)
  return () => void openers.delete(open)
}

/**
 * Opens the sign-in over the page. Whoever has signed in goes where their role begins, or stays on the page. False where nobody can open it:
 * then the link to its own page does it.
 */
export const openSignIn = ({ stays = false } = {}) => {
  for (const open of openers) open(stays)
  return openers.size > 0
}

const holds = (roles: readonly Role[], group: readonly Role[]) => roles.some((role) => group.includes(role))

/** Where a person goes after signing in. */
export const landingOf = (roles: readonly Role[]) => {
  if (isStaff({ roles })) return '/crm/dashboard'
  if (holds(roles, ['ROLE_FREE'])) return '/user/drive/shared'
  return holds(roles, BASIC_UP) ? '/user/dashboard' : '/'
}

/** Where a person works: where they land, or for a starter, who lands on the open pages, the dashboard. None: a visitor. */
export const areaOf = (roles: readonly Role[]) => {
  if (roles.length === 0) return undefined
  const landing = landingOf(roles)
  return landing === '/' ? '/user/dashboard' : landing
}

/** The link out of the open pages for who is signed in. None: a starter, who signs out instead, or a visitor, who signs in. */
export const switchOf = (roles: readonly Role[]) => {
  const to = landingOf(roles)
  if (to === '/') return undefined
  if (to === '/user/drive/shared') return { to, text: phrase('My Drive') }
  return { to, text: to === '/crm/dashboard' ? phrase('Switch to CRM') : phrase('Switch to Dashboard') }
}

/** The address that sign-in was asked on the way to, where it is one of the signed-in pages of this site, leads to one, or shows more to who is signed in. */
export const wantedPage = (next: string | null) =>
  next && /^\/(drive$|fair$|blog\/[\w\-%]+$|(crm|user|superadmin|admin|student|teacher|parent)\/[\w\-/.?=&%+]*$)/i.test(next)
    ? next
    : null
