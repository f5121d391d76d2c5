import type { Call } from '../process/load.ts'

/** The people, partitions and records that the calls are about. */
export interface Site {
  /** Tokens: the admin of the large partition, its level 3 (two countries) and level 1, the admins of small tenants. */
  admin: string
  /** The user id of the admin. */
  adminId: string
  level3: string
  level1: string
  small: Person[]
  /** The large partition, and some of its companies. */
  partition: string
  ids: string[]
  smallIds: string[]
  /** Ids: Germany's company with the most reports, and the project with the most companies. */
  busy: { company: string; project: string }
  /** The paths of the admin's calendar feeds. */
  feeds: string[]
}
interface Person {
  tenant: string
  username: string
  token: string
}

/** One call, made repeatedly. */
export interface Case {
  name: string
  calls: Call[]
  /** The upper limit in milliseconds of the 99th percentile for one client, on 200,000 rows; 100 by default. On a million rows the limit is always 100. */
  bar?: number
  /** The same reads, for the hand-written server and the driver to compare with. */
  reads?: { partition: string; id?: string }[]
  /** The hand-written server answers the same calls. */
  isAlsoByHand?: boolean
}

/** Part of the names of what is created here, so that it can be removed. */
export const NAME_PREFIX = 'Messstand'

export const head = (token: string, method: string, path: string) =>
  `${method} ${path} HTTP/1.1\r\nauthorization: Bearer ${token}`
export const get = (token: string, path: string): Call => ({ head: head(token, 'GET', path) })
