import { useState } from 'react'

/** Which rows of a list are ticked, and those among them that are in sight: what is no longer there is not picked. */
export const useTicks = <T extends { uniqueId: string }>(rows: readonly T[], nameOf: (row: T) => string) => {
  const [ticked, onTick] = useState<ReadonlySet<string>>(new Set())
  const nameOfKey = (key: string) => {
    const row = rows.find(({ uniqueId }) => uniqueId === key)
    return row ? nameOf(row) : ''
  }
  return {
    ticks: { ticked, onTick, nameOf: nameOfKey },
    picked: rows.filter(({ uniqueId }) => ticked.has(uniqueId)),
    clear: () => onTick(new Set()),
  }
}
