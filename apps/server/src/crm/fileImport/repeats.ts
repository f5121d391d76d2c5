import type { CustomChange } from '@tradewind/contract/kit/custom/custom.fields'
import type { Decisions, PlannedRow } from './plan.ts'
import { type Prepared, SeenKeys } from './prepare.ts'

/** Returns a function that finds new rows which resemble earlier rows of the file, as they would resemble a record: these rows are then likely duplicates. */
export const repeatFinder = () => {
  const seen = new SeenKeys()
  const withRepeats = (one: PlannedRow): PlannedRow => {
    if (!one.likeness) return one
    const keys = one.likeness.flatMap((text, at) => (text === null ? [] : [`${at} ${text}`]))
    const repeats = [...new Set(keys.flatMap((key) => seen.rowOf(key) ?? []))]
    // A row that resembles a repeated one repeats the first of them: the repeated one may be left out.
    for (const key of keys) seen.add(key, repeats[0] ?? one.row)
    return repeats.length > 0 ? { ...one, status: 'DUPLICATE', repeats } : one
  }
  return (rows: readonly PlannedRow[]) => rows.map(withRepeats)
}

const ownFieldsOf = ({ given }: Prepared) => given['custom'] as CustomChange | undefined

/** Returns a function that adds to earlier rows the values of the rows that update them, as was decided. */
export const joinerOf = (decisions: Decisions, decided: readonly Prepared[]) => {
  const laterByRow = new Map(decided.map((later) => [decisions.get(later.row)?.earlierRow, later]))
  return (one: Prepared): Prepared => {
    const later = laterByRow.get(one.row)
    if (!later || one.faults.length > 0) return one
    const custom = { ...ownFieldsOf(one), ...ownFieldsOf(later) }
    return { ...one, given: { ...one.given, ...later.given, ...(Object.keys(custom).length > 0 && { custom }) } }
  }
}
