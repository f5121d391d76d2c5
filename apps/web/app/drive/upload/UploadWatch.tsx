import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'

/** The IndexedDB database of unfinished uploads. */
export const UPLOADS_DATABASE = 'drive-uploads'

let hasUploads = false
const listeners = new Set<() => void>()

/** Records that this page has an upload. */
export const markUploadStarted = () => {
  hasUploads = true
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const useHasUploads = () =>
  useSyncExternalStore(
    subscribe,
    () => hasUploads,
    () => false,
  )

const UploadPanel = lazyWithRetry(async () => (await import('./UploadPanel.tsx')).UploadPanel)

/** Whether uploads of an earlier page may need to be resumed: something was stored. True if the browser cannot tell. */
const mayHaveStoredUploads = async () => {
  const databases = await indexedDB.databases()
  return databases.some(({ name }) => name === UPLOADS_DATABASE)
}

/** Watches the uploads of this page and of earlier ones. The panel is loaded with the first upload. */
export const UploadWatch = () => {
  useEffect(() => {
    const checkStoredUploads = async () => {
      if (await mayHaveStoredUploads().catch(() => true)) markUploadStarted()
    }
    void checkStoredUploads()
  }, [])
  return (
    useHasUploads() && (
      <Suspense>
        <UploadPanel />
      </Suspense>
    )
  )
}
