import { matchesFor, type Rules } from '@tradewind/contract/kit/policy'
import { plans } from '@tradewind/contract/plan'
import { type Actor, isMember, isStaff, type Role, STAFF } from '@tradewind/contract/roles'
import { redirect } from 'react-router'
import { session } from '#kit/session'

/** Who may open a screen: users with one role of each group, and with a role of one rule and the permission that the rule requires. */
interface Guard {
  groups?: readonly (readonly Role[])[]
  rules?: Rules | undefined
  /** The rules that apply instead if the address names a record: the same form creates and edits. */
  editRules?: Rules
  /** Addresses that exist in every area, and are open there for all signed-in users. */
  anyAreaPath?: RegExp
}

const areas = ['crm', 'user', 'admin', 'superadmin', 'student', 'teacher', 'parent']

/** The areas that a user works in, their home first. Staff screens are under /admin, too. */
const areasOf = (actor: Actor) => {
  if (!isStaff(actor)) return ['user']
  return actor.roles.includes('ROLE_SUPER_ADMIN') ? ['crm', 'admin', 'superadmin'] : ['crm', 'admin']
}

const areaRedirect = (actor: Actor, { pathname, search }: URL, everywhere: RegExp | undefined) => {
  if (everywhere?.test(pathname)) return null
  const [, area = '', ...tail] = pathname.split('/')
  const ownAreas = areasOf(actor)
  if (!areas.includes(area.toLowerCase())) return null
  const isMine = ownAreas.includes(area.toLowerCase())
  if (tail.join('') === '') return `/${isMine ? area : ownAreas[0]}/dashboard`
  return isMine ? null : `/${[ownAreas[0], ...tail].join('/')}${search}`
}

/** Why a user may not open a screen: they lack a plan, or something that somebody else can grant. */
const reasonOf = (actor: Actor, { groups = [], rules }: Guard) => {
  const isAdmitted = (role: Role) =>
    groups.every((group) => group.includes(role)) && (!rules || rules.some(([group]) => group.includes(role)))
  if (!isMember(actor)) return STAFF.some((role) => role !== 'ROLE_SUPER_ADMIN' && isAdmitted(role)) ? 'role' : 'operator'
  return plans.find(({ role }) => isAdmitted(role))?.key ?? 'staff'
}

/** The page that says why a screen is forbidden. */
const forbiddenPath = (reason: string) => `/status/403?because=${reason}`

/** The address to redirect to instead of the requested one; null allows access. */
export const redirectTarget = (actor: Actor, address: string, { groups = [], rules, anyAreaPath }: Guard): string | null => {
  const url = new URL(address)
  if (actor.roles.length === 0) return `/auth/login?next=${encodeURIComponent(url.pathname + url.search)}`
  const hasRoleOf = (group: readonly Role[]) => actor.roles.some((role) => group.includes(role))
  if (!groups.every(hasRoleOf) || (rules && !rules.some(([group]) => hasRoleOf(group))))
    return forbiddenPath(reasonOf(actor, { groups, rules }))
  if (rules && matchesFor(rules, actor).length === 0) {
    const isGrantedByOperators = rules.some(([group, , ...keys]) => hasRoleOf(group) && keys.includes('XG_ADMIN'))
    return forbiddenPath(isGrantedByOperators ? 'XG_ADMIN' : 'permission')
  }
  return areaRedirect(actor, url, anyAreaPath)
}

/**
 * The `clientLoader` of a guarded screen. Redirects visitors to sign-in, which leads back; users without the role or the permission to
 * /status/403, which explains it; and members on a staff address, or staff on a member's address, to the same screen in their own area.
 */
export const guard =
  ({ editRules, ...who }: Guard = {}) =>
  ({ request, params }: { request: Request; params?: { uniqueId?: string | undefined } }) => {
    const rules = editRules && params?.uniqueId ? editRules : who.rules
    const target = redirectTarget(session.actor(), request.url, { ...who, rules })
    if (target) throw redirect(target)
    return null
  }
