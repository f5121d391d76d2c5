import { type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { watchResults } from '#kit/browser/watchedResults'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import type { BulkButtonsProps } from './BulkButtons.tsx'

const BulkButtons = lazyWithRetry(async () => (await import('./BulkButtons.tsx')).BulkButtons as never)

/** The actions on the selected records of a list; loaded with the first selection. `more`: further actions. */
export const bulkActionsFor =
  <T extends { uniqueId: string }>(
    list: Pick<BulkButtonsProps<T>, 'kind' | 'policy' | 'nameOf' | 'fields'>,
    more?: (records: readonly T[]) => ReactNode,
  ) =>
  (records: readonly T[], clear: () => void, allMatching: BulkButtonsProps<T>['allMatching']) => (
    <>
      {!allMatching && more?.(records)}
      <Suspense>
        <BulkButtons {...({ ...list, records, allMatching, onDone: clear } as object)} />
      </Suspense>
    </>
  )

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

/** Bulk changes that still run and are watched until they have ended. */
export const watchBulk = (uniqueId: string) => {
  watchResults([`bulk/list?operation=${uniqueId}`]) // for good: the notification may arrive after the result is shown
  change([...running.filter((one) => one !== uniqueId), uniqueId])
}
export const unwatchBulk = (uniqueId: string) => change(running.filter((one) => one !== uniqueId))
export const useRunning = () =>
  useSyncExternalStore(
    subscribe,
    () => running,
    () => running,
  )

const BulkPanel = lazyWithRetry(async () => (await import('./BulkPanel.tsx')).BulkPanel)

/** Watches running bulk changes; loaded with the first of them. */
export const BulkWatch = () =>
  useRunning().length > 0 && (
    <Suspense>
      <BulkPanel />
    </Suspense>
  )
