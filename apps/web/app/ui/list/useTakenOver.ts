import { useEffectEvent, useLayoutEffect } from 'react'

const kept = new Map<string, unknown>()

/**
 * What is open in a cell stays open where its row is drawn anew in another form, as cards when the window narrows: the cell that comes instead
 * takes it over in the same moment. `held`: what is open now, nothing where it is closed.
 */
export const useTakenOver = <T>(key: string, held: () => T | undefined, take: (held: T) => void) => {
  const arrive = useEffectEvent(() => {
    if (!kept.has(key)) return
    take(kept.get(key) as T)
    kept.delete(key)
  })
  const leave = useEffectEvent(() => {
    const open = held()
    if (open === undefined) return
    kept.set(key, open)
    // The cell that comes instead is there by then. Whoever leaves the page leaves nothing open.
    queueMicrotask(() => kept.delete(key))
  })
  useLayoutEffect(() => {
    arrive()
    return () => leave()
  }, [])
}
