import { useSyncExternalStore } from 'react'

/** What can lie over any page: search with its commands, and the list of keys. */
type Layer = 'search' | 'keys'

let opened: Layer | null = null
const listeners = new Set<() => void>()

export const openLayer = (layer: Layer | null) => {
  opened = layer
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useLayer = () =>
  useSyncExternalStore(
    subscribe,
    () => opened,
    () => null,
  )
