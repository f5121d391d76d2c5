/** Who a token is, while it is good. */
export interface Listener {
  tenantId: string
  userId: string
  sessionId: string
  roles: readonly string[]
}

/** All, a tenant's, or one user's of it. */
export interface Who {
  tenantId?: string
  userId?: string
}
/** One user's; of those, where it is said, the browsers that prefer these languages. */
export interface To extends Required<Who> {
  accepted?: string
}

interface Member {
  listener: Listener
  /** The languages that the browser prefers, as its Accept-Language names them; empty where it names none. */
  accepted: string
}

/** Keeps who listens, by tenant and user: so many of each user. */
export const gather = <One extends Member>(most: number) => {
  const tenants = new Map<string, Map<string, Set<One>>>()

  const usersOf = (tenantId: string | undefined) =>
    tenantId === undefined ? [...tenants.values()] : [tenants.get(tenantId) ?? new Map<string, Set<One>>()]

  const of = ({ tenantId, userId }: Who) =>
    usersOf(tenantId).flatMap((users) =>
      (userId === undefined ? [...users.values()] : [users.get(userId) ?? []]).flatMap((ones) => [...ones]),
    )
  const at = ({ accepted, ...who }: To) => of(who).filter((one) => accepted === undefined || one.accepted === accepted)

  /** False where its user has too many already. */
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

export const isSame = (one: Listener, other: Listener) =>
  one.tenantId === other.tenantId &&
  one.userId === other.userId &&
  one.sessionId === other.sessionId &&
  one.roles.length === other.roles.length &&
  one.roles.every((role) => other.roles.includes(role))
