import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'

/** The IndexedDB database of unfinished uploads. */
export const KEPT_UPLOADS = 'drive-uploads'

let hasBegun = false
const listeners = new Set<() => void>()

/** Records that this page has an upload. */
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

/** Whether uploads of an earlier page may need to be resumed: something was stored. True if the browser cannot tell. */
const mayGoOn = async () => {
  const known = await indexedDB.databases()
  return known.some(({ name }) => name === KEPT_UPLOADS)
}

/** Watches the uploads of this page and of earlier ones. The panel is loaded with the first upload. */
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
