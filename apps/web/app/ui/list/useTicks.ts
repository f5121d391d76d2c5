import { useRef, useState } from 'react'
import { toggled } from './columns.ts'

/** All that a list's filters let through. */
export interface Matching {
  asked: Readonly<Record<string, string | readonly string[]>>
  total: number
  estimated: boolean
}

const between = (keys: readonly string[], from: string, to: string) => {
  const [one, other] = [keys.indexOf(from), keys.indexOf(to)]
  return one < 0 || other < 0 ? [to] : keys.slice(Math.min(one, other), Math.max(one, other) + 1)
}

/**
 * Which rows of a list are ticked, and those among them that are in sight: what is no longer there is not picked. `matching`: all that the
 * filters let through, where that can be chosen; `whole` says that it was, and `chooseWhole` does.
 */
export const useTicks = <T extends { uniqueId: string }>(rows: readonly T[], nameOf: (row: T) => string, matching?: Matching) => {
  const [own, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [chosen, setChosen] = useState<string>()
  const last = useRef<string>(undefined)
  const keys = rows.map(({ uniqueId }) => uniqueId)
  // With other filters it is another whole.
  const key = matching && JSON.stringify(matching.asked)
  const whole = matching && chosen === key ? matching : undefined
  const ticked = whole ? new Set(keys) : own
  const onTick = (next: ReadonlySet<string>) => {
    setChosen(undefined)
    setTicked(next)
  }
  const tick = (of: string, isRange: boolean) => {
    const next = toggled(ticked, of)
    const range = isRange && last.current !== undefined ? between(keys, last.current, of) : [of]
    const isTicked = next.has(of)
    last.current = of
    onTick(isTicked ? new Set([...next, ...range]) : new Set([...next].filter((one) => !range.includes(one))))
  }
  const nameOfKey = (sought: string) => {
    const row = rows.find(({ uniqueId }) => uniqueId === sought)
    return row ? nameOf(row) : ''
  }
  const picked = rows.filter(({ uniqueId }) => ticked.has(uniqueId))
  const isMore = matching && (matching.estimated || matching.total > rows.length)
  return {
    ticks: { ticked, onTick, tick, nameOf: nameOfKey },
    picked,
    whole,
    /** Offered where all on the page are ticked and there are more. */
    chooseWhole: !whole && isMore && rows.length > 0 && picked.length === rows.length ? () => setChosen(key) : undefined,
    clear: () => onTick(new Set()),
  }
}
