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
