import { Suspense } from 'react'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { useRunning } from './running.ts'

const BulkPanel = lazyWithRetry(async () => (await import('./BulkPanel.tsx')).BulkPanel)

/** Watches changes of many records that go on; fetched with the first of them. */
export const BulkWatch = () =>
  useRunning().length > 0 && (
    <Suspense>
      <BulkPanel />
    </Suspense>
  )
