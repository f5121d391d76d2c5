import type { Call } from '../process/load.ts'

/** The people, partitions and records that the calls are about. */
export interface Site {
  /** Tokens: the admin of the large partition, its level 3 (two countries) and level 1, the admins of small tenants. */
  admin: string
  level3: string
  level1: string
  small: Person[]
  /** The large partition, and some of its companies. */
  partition: string
  ids: string[]
  smallIds: string[]
  /** Ids: Germany's company with the most reports, and the project with the most companies. */
  busy: { company: string; project: string }
}
interface Person {
  tenant: string
  username: string
  token: string
}

/** One call, made again and again. */
export interface Case {
  name: string
  calls: Call[]
  /** Milliseconds that 99 of 100 answers to one asker take at most, on 200,000 rows. 100 where none is named, and on a million. */
  bar?: number
  /** What the hand-written server and the driver are asked for beside it: the same reads. */
  reads?: { partition: string; id?: string }[]
}

/** Names of what is created here, so that it can be removed. */
export const stamp = 'Messstand'

export const head = (token: string, method: string, path: string) =>
  `${method} ${path} HTTP/1.1\r\nauthorization: Bearer ${token}`
export const get = (token: string, path: string): Call => ({ head: head(token, 'GET', path) })
