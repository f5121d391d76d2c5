import { Suspense, useEffect } from 'react'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { begin, KEPT_UPLOADS, useBegun } from './begun.ts'

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
