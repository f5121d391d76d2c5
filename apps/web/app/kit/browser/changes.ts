type Fields = Readonly<Record<string, unknown>>

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The fields of `values` that are no longer what they were. */
export const changesSince = <V extends Fields>(from: V, values: V): Partial<V> =>
  Object.fromEntries(Object.entries(values).filter(([field, value]) => !isSame(value, from[field]))) as Partial<V>

/** A record's values in the shape of a form: what the form does not have is left out, what the record lacks is the form's empty value. */
export const valuesIn = <V extends Fields>(record: object, empty: V): V =>
  Object.fromEntries(Object.entries(empty).map(([field, none]) => [field, (record as Fields)[field] ?? none])) as V
