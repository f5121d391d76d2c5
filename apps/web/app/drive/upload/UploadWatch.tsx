import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'

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

const useBegun = () =>
  useSyncExternalStore(
    subscribe,
    () => hasBegun,
    () => false,
  )

const UploadPanel = lazyWithRetry(async () => (await import('./UploadPanel.tsx')).UploadPanel)

/** Whether an upload of an earlier page may go on: something was kept. Where the browser does not say, it may. */
const mayGoOn = async () => {
  const known = await indexedDB.databases()
  return known.some(({ name }) => name === KEPT_UPLOADS)
}

/** Watches the uploads of this page, and of those before it; fetched with the first of them. */
export const UploadWatch = () => {
  useEffect(() => {
    const look = async () => {
      if (await mayGoOn().catch(() => true)) begin()
    }
    void look()
  }, [])
  return (
    useBegun() && (
      <Suspense>
        <UploadPanel />
      </Suspense>
    )
  )
}
