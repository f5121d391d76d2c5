import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let running: readonly string[] = []

const change = (next: readonly string[]) => {
  running = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Changes of many records that go on, and are watched until they have ended. */
export const watchBulk = (uniqueId: string) => change([...running.filter((one) => one !== uniqueId), uniqueId])
export const unwatchBulk = (uniqueId: string) => change(running.filter((one) => one !== uniqueId))
export const useRunning = () =>
  useSyncExternalStore(
    subscribe,
    () => running,
    () => running,
  )
