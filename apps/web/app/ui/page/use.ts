import { useEffect, useSyncExternalStore } from 'react'

/** Events that indicate that somebody is about to use the page. */
const signs = ['pointermove', 'pointerdown', 'keydown'] as const

let isUsed = false
const listeners = new Set<() => void>()

/** Loads what `useIsUsed` waits for, although nobody has touched the page yet. */
export const startUse = () => {
  isUsed = true
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Whether somebody has moved the pointer or pressed a key: what is shown only after that is loaded then, before they press a button, and the first
 * view does not wait for it. On touch devices, where no event precedes a press, this is the case as soon as the page has mounted.
 */
export const useIsUsed = () => {
  useEffect(() => {
    if (isUsed) return undefined
    if (matchMedia('(hover: none)').matches) return startUse()
    for (const sign of signs) addEventListener(sign, startUse, { once: true, passive: true })
    return () => {
      for (const sign of signs) removeEventListener(sign, startUse)
    }
  }, [])
  return useSyncExternalStore(
    subscribe,
    () => isUsed,
    () => false,
  )
}
