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

const isSameForm = <V extends Fields>(one: V, other: V) => Object.keys(changesSince(one, other)).length === 0

/**
 * Where a form stands once its record is newer. It goes along where the change is none of its fields, where nothing was typed, or nothing
 * but what stands there now. What was typed over an older version stays on that: the server tells, and nothing is lost.
 */
export const startAfter = <V extends Fields>(start: Start<V>, current: Start<V>, values: V): Start<V> => {
  if (start.base === null || current.base === null || current.base <= start.base) return start
  const goesAlong = [current.from, values].some((other) => isSameForm(start.from, other)) || isSameForm(current.from, values)
  return goesAlong ? current : start
}
