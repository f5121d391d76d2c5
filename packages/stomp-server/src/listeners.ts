/** The user and session of a valid token. */
export interface Listener {
  tenantId: string
  userId: string
  sessionId: string
  roles: readonly string[]
}

/** Selects connections: all, those of a tenant, or those of one of its users. */
export interface ConnectionFilter {
  tenantId?: string
  userId?: string
}
/** Selects the connections of one user; with `accepted` only those of browsers with this Accept-Language. */
export interface UserFilter extends Required<ConnectionFilter> {
  accepted?: string
}

interface Member {
  listener: Listener
  /** The browser's Accept-Language header; empty if there is none. */
  accepted: string
}

/** A registry of connections by tenant and user, with at most `most` for each user. */
export const createRegistry = <One extends Member>(most: number) => {
  const tenants = new Map<string, Map<string, Set<One>>>()

  const usersOf = (tenantId: string | undefined) =>
    tenantId === undefined ? [...tenants.values()] : [tenants.get(tenantId) ?? new Map<string, Set<One>>()]

  const of = ({ tenantId, userId }: ConnectionFilter) =>
    usersOf(tenantId).flatMap((users) =>
      (userId === undefined ? [...users.values()] : [users.get(userId) ?? []]).flatMap((ones) => [...ones]),
    )
  const at = ({ accepted, ...who }: UserFilter) => of(who).filter((one) => accepted === undefined || one.accepted === accepted)

  /** Returns false if the user already has the maximum. */
  const add = (one: One) => {
    const { tenantId, userId } = one.listener
    const users = tenants.get(tenantId) ?? new Map<string, Set<One>>()
    const ones = users.get(userId) ?? new Set<One>()
    if (ones.size >= most) return false
    tenants.set(tenantId, users.set(userId, ones.add(one)))
    return true
  }

  const remove = (one: One) => {
    const { tenantId, userId } = one.listener
    const users = tenants.get(tenantId)
    const ones = users?.get(userId)
    ones?.delete(one)
    if (ones?.size === 0) users?.delete(userId)
    if (users?.size === 0) tenants.delete(tenantId)
  }

  return { of, at, add, remove }
}

export const isSameSession = (one: Listener, other: Listener) =>
  one.tenantId === other.tenantId &&
  one.userId === other.userId &&
  one.sessionId === other.sessionId &&
  one.roles.length === other.roles.length &&
  one.roles.every((role) => other.roles.includes(role))
