type Fields = Readonly<Record<string, unknown>>
interface Known {
  uniqueId: string
}

export const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Two values of a field are the same: an object by the record that it is. */
export const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** The record that stays unless somebody says otherwise: the one that knows most, of several the first, which is the oldest. */
export const fullestOf = <R extends Known>(records: readonly R[], fields: readonly string[]) => {
  const filled = (record: R) => fields.filter((field) => !isEmpty((record as Fields)[field])).length
  return records.reduce((best, record) => (filled(record) > filled(best) ? record : best))
}

/** By field, the record whose value is taken: as was chosen, else that of the record that stays, or where it has none of the first that has one. */
export const takenOf = (
  records: readonly Known[],
  fields: readonly string[],
  into: string,
  chosen: Readonly<Record<string, string>>,
): Record<string, string> => {
  const stays = records.find(({ uniqueId }) => uniqueId === into)
  const first = stays ? [stays, ...records] : records
  const of = (field: string) =>
    chosen[field] ?? first.find((record) => !isEmpty((record as unknown as Fields)[field]))?.uniqueId ?? into
  return Object.fromEntries(fields.map((field) => [field, of(field)]))
}
