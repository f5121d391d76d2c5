import type { Kind } from '#kit/api/calls'

/** A list as it was left: the ids of its rows, in their order, and how it is read on. */
export interface LeftList {
  kind: Kind
  ids: readonly string[]
  /** The numbers of the first and the last page that `ids` were read from. */
  first: number
  last: number
  /** Rows on a page. */
  size: number
  /** The last page was full: another one may follow. */
  hasMore: boolean
  /** Undefined while it is being counted. */
  total: { total: number; estimated: boolean } | undefined
  /** The input of the call that reads a page. */
  inputFor: (page: number) => object
}

let lastList: LeftList | undefined

/** Remembers the list that is open: who opens one of its records can go on to the next. */
export const rememberList = (list: LeftList) => (lastList = list)

/** The list that was open last, if it was of this kind. */
export const lastListOf = (kind: Kind) => (lastList?.kind === kind ? lastList : undefined)
