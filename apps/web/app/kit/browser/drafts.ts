import { session } from '#kit/session'

type Fields = Readonly<Record<string, unknown>>

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The fields of `values` that are no longer what they were. */
export const changesSince = <V extends Fields>(from: V, values: V): Partial<V> =>
  Object.fromEntries(Object.entries(values).filter(([field, value]) => !isSame(value, from[field]))) as Partial<V>

/** A record's values in the shape of a form: what the form does not have is left out, what the record lacks is the form's empty value. */
export const valuesIn = <V extends Fields>(record: object, empty: V): V =>
  Object.fromEntries(Object.entries(empty).map(([field, none]) => [field, (record as Fields)[field] ?? none])) as V

/** What a form began with: what stood in it, and when its record had been changed last; null for a new one. */
export interface Start<V> {
  from: V
  base: string | null
}

/** The fields that were changed here and elsewhere, each to another value: `values` and `current` began as `from`. */
export const conflictsOf = <V extends Fields>(from: V, values: V, current: V): (keyof V & string)[] =>
  Object.keys(changesSince(from, current)).filter(
    (field) => !isSame(values[field], from[field]) && !isSame(values[field], current[field]),
  )

/**
 * Where a form begins once its record is newer. It takes over the newer record, under what was typed, unless a field was changed on both
 * sides: then it keeps its older start, and the server refuses the save, so that a person chooses.
 */
export const startAfter = <V extends Fields>(start: Start<V>, current: Start<V>, values: V): Start<V> => {
  if (start.base === null || current.base === null || current.base <= start.base) return start
  return conflictsOf(start.from, values, current.from).length === 0 ? current : start
}

/** What was typed into a form and not yet saved, and what stood there when the typing began. */
interface Draft<V> extends Start<V> {
  values: V
}

interface Kept<V> extends Draft<V> {
  /** When it was last kept, in milliseconds. */
  kept: number
}

const lifetime = 14 * 24 * 3600 * 1000

/**
 * The draft of a form. It lives in local storage, under its form and whoever typed it, so that it outlasts a reload and an ended session;
 * one of 14 days is none. Where the storage is full or closed nothing is kept, and the form goes on without.
 */
export const draftOf = <V>(form: string, clock: () => number = Date.now) => {
  const name = () => `draft:${session.actor().uniqueId}:${form}`
  const read = (): Draft<V> | null => {
    try {
      const draft = JSON.parse(localStorage.getItem(name()) ?? 'null') as Kept<V> | null
      return draft && clock() - draft.kept < lifetime ? draft : null
    } catch {
      return null
    }
  }
  const drop = () => {
    try {
      localStorage.removeItem(name())
    } catch {
      return
    }
  }
  const keep = (draft: Draft<V>) => {
    try {
      localStorage.setItem(name(), JSON.stringify({ ...draft, kept: clock() } satisfies Kept<V>))
    } catch {
      drop() // an older one must not come back over what was typed since
    }
  }
  return { read, keep, drop }
}
