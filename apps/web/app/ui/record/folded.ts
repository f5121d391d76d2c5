import type { Happening } from '@tradewind/contract/kit/timeline'

/** What one person changed in a row on one day, the latest first. */
export interface FoldedChanges {
  by: string
  day: string
  changes: Happening[]
}

/** Changes that follow each other, by the same person on the same day, as one; all else as it is. */
export const folded = (rows: readonly Happening[], dayOf: (instant: string) => string): (Happening | FoldedChanges)[] => {
  const told: (Happening | FoldedChanges)[] = []
  for (const row of rows) {
    if (row.action !== 'CHANGED') {
      told.push(row)
      continue
    }
    const [by, day, last] = [row.byName, dayOf(row.dateCreated), told.at(-1)]
    if (last && isFolded(last) && last.by === by && last.day === day) last.changes.push(row)
    else told.push({ by, day, changes: [row] })
  }
  return told
}

/** A change that is not folded has its own fields, too, under the same name. */
export const isFolded = (told: Happening | FoldedChanges): told is FoldedChanges => 'by' in told
