import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { newQueryClient } from '#kit/api/query'
import { onBackOnline } from '#kit/browser/connection'
import { FeaturesContext } from '#kit/feature'
import { guard } from '#kit/guard'
import { openTexts } from '#kit/text'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { BulkWatch } from './crm/bulk/BulkWatch.tsx'
import { ContactsLayer } from './crm/contact/ContactsLayer.tsx'
import { features } from './features.ts'
import { SearchLayer } from './operations/SearchLayer.tsx'
import { notificationAddress } from './platform/notification.feature.ts'
import { firstLoad } from './platform/shell/first-load.ts'
import { Shell } from './platform/shell/Shell.tsx'
import { Waiting } from './platform/shell/Waiting.tsx'

const Bell = lazyWithRetry(async () => (await import('./platform/notification/Bell.tsx')).Bell)
/** Fetched when the page stands: an upload may go on from before a reload. */
const UploadPanel = lazyWithRetry(async () => (await import('./drive/upload/UploadPanel.tsx')).UploadPanel)
/** Holds the space of what is being loaded. */
const BellPlace = () => <div style={{ flex: 'none', width: 34 }} />

const letIn = guard({ everywhere: notificationAddress })

export const clientLoader = async (visit: { request: Request }) => {
  letIn(visit)
  await Promise.all([openTexts(), firstLoad(visit.request.url)])
  return null
}

export const HydrateFallback = () => <Waiting />

export default function SignedIn() {
  const [client] = useState(newQueryClient)
  // What could not be read without a connection is read when it is back.
  useEffect(() => onBackOnline(() => void client.refetchQueries({ type: 'active', stale: true })), [client])
  return (
    <QueryClientProvider client={client}>
      <FeaturesContext value={features}>
        <Shell
          bell={
            <Suspense fallback={<BellPlace />}>
              <Bell />
            </Suspense>
          }
        >
          <Outlet />
        </Shell>
        <SearchLayer />
        <ContactsLayer />
        <BulkWatch />
        <Suspense>
          <UploadPanel />
        </Suspense>
      </FeaturesContext>
    </QueryClientProvider>
  )
}
