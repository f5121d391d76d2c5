import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { Outlet, useLoaderData, useLocation } from 'react-router'
import { requestOf } from '#kit/api/call'
import type { Route } from '#kit/api/calls'
import { isPrefetchRefused } from '#kit/api/prefetched'
import { callQueryOptions, newQueryClient } from '#kit/api/query'
import { onBackOnline } from '#kit/browser/connection'
import { claimTab } from '#kit/browser/drafts'
import { collectEntries, FeaturesContext, recordPageCalls, switchOfScreen } from '#kit/feature'
import { guard } from '#kit/guard'
import { session, useSwitchedOff } from '#kit/session'
import { loadTexts, ownLanguage } from '#kit/text'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { BulkWatch } from './crm/bulk/lazyBulk.tsx'
import { ContactsLayer } from './crm/contact/ContactsLayer.tsx'
import { UploadWatch } from './drive/upload/UploadWatch.tsx'
import { features } from './features.ts'
import { firstCalls, recordAt } from './openingCalls.ts'
import { notificationAddress } from './platform/notification.feature.ts'
import { Shell } from './platform/shell/Shell.tsx'
import { firstLoad, ShellSkeleton } from './platform/shell/ShellSkeleton.tsx'

const LateParts = lazyWithRetry(async () => (await import('./operations/LateParts.tsx')).LateParts)
const Bell = lazyWithRetry(async () => (await import('./platform/notification/Bell.tsx')).Bell)
/** Reserves the space of the bell while it loads. */
const BellPlaceholder = () => <div style={{ flex: 'none', width: 34 }} />

/** Elements that stay the same: React does not render them again with each page that is opened. */
const bell = (
  <Suspense fallback={<BellPlaceholder />}>
    <Bell />
  </Suspense>
)
const layers = (
  <>
    <Suspense>
      <LateParts />
    </Suspense>
    <ContactsLayer />
    <BulkWatch />
    <UploadWatch />
  </>
)

const guardSignedIn = guard({ anyAreaPath: notificationAddress })

export const handle = { signedIn: true } as const

/** Milliseconds that the loader waits for the data that the page shows first. Data that arrives later replaces a skeleton. */
const PREFETCH_TIMEOUT = 300

/** The query cache of this document, and the session that it belongs to. */
let cached: { of: string | undefined; client: QueryClient } | undefined

/** The head of the document has been told that the user may not see the record: the page will need nothing of it. */
const isRefused = ({ kind, uniqueId }: NonNullable<ReturnType<typeof recordAt>>) =>
  isPrefetchRefused(requestOf(`GET /api/${kind}/:uniqueId` as Route, { uniqueId }).url)

/** Creates a query client and prefetches what the page shows first, so that nothing moves if the data arrives in time. */
const prefetchFirstData = async (address: string) => {
  const prefetchClient = newQueryClient()
  const timeout = new Promise((resolve) => setTimeout(resolve, PREFETCH_TIMEOUT))
  const url = new URL(address)
  const record = recordAt(url)
  const entries = collectEntries(features, session.choices()?.switchedOff ?? [], session.actor())
  const calls = [...firstCalls(url, entries.menu), ...(record && !isRefused(record) ? recordPageCalls(entries, record) : [])]
  const prefetches = calls.map(([route, input]) =>
    prefetchClient.prefetchQuery(callQueryOptions(route, input as never, undefined)),
  )
  await Promise.race([Promise.all(prefetches), timeout])
  const account = prefetchClient.getQueryData(callQueryOptions('GET /api/auth/account', {}, undefined).queryKey)
  if (account) session.remember(account)
  return prefetchClient
}

export const clientLoader = async (visit: { request: Request }) => {
  guardSignedIn(visit)
  claimTab()
  const { url } = visit.request
  const { Authorization: of } = session.headers()
  const clientReady = firstLoad(url).then(async () => (cached && cached.of === of ? cached.client : prefetchFirstData(url)))
  const [client] = await Promise.all([clientReady, loadTexts({ language: ownLanguage() })])
  cached = { of, client }
  return client
}

export const HydrateFallback = () => <ShellSkeleton />

const SwitchedOff = lazyWithRetry(async () => (await import('./platform/shell/SwitchedOff.tsx')).SwitchedOff)

/** The screen that the address names, as long as the tenant has its feature switched on. */
const Screen = () => {
  const off = useSwitchedOff()
  const { pathname } = useLocation()
  const feature = off.length > 0 && switchOfScreen(features, pathname.split('/').slice(2).join('/'))
  return feature && off.includes(feature) ? (
    <Suspense>
      <SwitchedOff feature={feature} />
    </Suspense>
  ) : (
    <Outlet />
  )
}

export default function SignedIn() {
  const client = useLoaderData() as QueryClient
  // Queries that failed without a connection are fetched when it is back.
  useEffect(() => onBackOnline(() => void client.refetchQueries({ type: 'active', stale: true })), [client])
  return (
    <QueryClientProvider client={client}>
      <FeaturesContext value={features}>
        <Shell bell={bell}>
          <Screen />
        </Shell>
        {layers}
      </FeaturesContext>
    </QueryClientProvider>
  )
}
