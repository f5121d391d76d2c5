import { useSyncExternalStore } from 'react'

/** The browser's database of uploads that are not over. */
export const KEPT_UPLOADS = 'drive-uploads'

let hasBegun = false
const listeners = new Set<() => void>()

/** There is an upload in this page. */
export const begin = () => {
  hasBegun = true
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useBegun = () =>
  useSyncExternalStore(
    subscribe,
    () => hasBegun,
    () => false,
  )
