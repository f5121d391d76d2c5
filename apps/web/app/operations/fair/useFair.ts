import { useEffect, useRef, useState } from 'react'
import { Failure } from '#kit/api/failure'
import { allowOffline, onBackOnline } from '#kit/browser/connection'
import { hasPageCopy } from '#kit/browser/offlineStore'
import { useActor } from '#kit/session'
import { leaveLoggedOut } from '#platform/askAndSignOut'
import { fetchConfirmDialog } from '#ui/dialog/confirm'
import { prefetchFloating } from '#ui/page/floating'
import { emptyState, type FairState, type OpenFair, openFair } from './fairStore.ts'
import { keepSending } from './sending.ts'

const PAGE = '/fair'

/** Prefix of the caches with copies of the page; the version follows. Signing out deletes all caches. */
const CACHE_PREFIX = 'fair-'

/** The version of the running build, from React Router's manifest. */
const buildVersion = () =>
  (window as unknown as Record<string, { version: string } | undefined>)['__reactRouterManifest']?.version

/** The scripts, styles and fonts of the page: those that its document names, and those that were fetched later. */
const assetsOf = (html: string) => {
  const documentAssets = Array.from(html.matchAll(/\/assets\/[\w.-]+\.\w+/g), ([path]) => path)
  const fetchedUrls = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
  const ownUrls = fetchedUrls.filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
  return [...new Set([...documentAssets, ...ownUrls.map(({ pathname }) => pathname)])]
}

/** Caches this version of the page, then deletes the older ones. A page that is newer than the running build is cached when it is opened. */
const cachePage = async (running: string) => {
  const answer = await fetch(PAGE, { cache: 'no-store' })
  const html = await answer.clone().text()
  if (!answer.ok || !html.includes(running)) return
  const cache = await caches.open(CACHE_PREFIX + running)
  const cachedPaths = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  await cache.addAll(assetsOf(html).filter((path) => !cachedPaths.has(path)))
  await cache.put(PAGE, answer)
  const others = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE_PREFIX + running)
  await Promise.all(others.map((name) => caches.delete(name)))
}

/** Makes the page available offline. Returns false if the browser does not support it or the server cannot be reached. */
const enableOffline = async () => {
  const running = buildVersion()
  if (!running || !('serviceWorker' in navigator)) return false
  try {
    await navigator.serviceWorker.register('/fair-worker.js', { scope: PAGE, updateViaCache: 'none' })
    await cachePage(running)
    await navigator.serviceWorker.ready
  } catch {
    // A copy of an earlier visit may be there.
  }
  return hasPageCopy(PAGE)
}

/** Loads what is shown only on demand, so that the copy of the page includes it. Without a connection it comes from that copy. */
const loadParts = async () => {
  if (await hasPageCopy(PAGE)) allowOffline(PAGE)
  prefetchFloating()
  await Promise.all([import('./scan.ts'), fetchConfirmDialog()])
}

export interface Fair extends FairState {
  open: OpenFair
  /** The page is available offline. */
  isAvailableOffline: boolean
  sendNow: () => Promise<void>
}

/** Why the store cannot be opened: without a connection, or because the device has no room for it. */
type Failed = 'offline' | 'full' | false

/** Opens the user's local store. */
export const useFair = (): { fair: Fair | undefined; failed: Failed } => {
  const { uniqueId } = useActor()
  const [open, setOpen] = useState<OpenFair>()
  const [state, setState] = useState<FairState>(emptyState)
  const [failed, setFailed] = useState<Failed>(false)
  const [isAvailableOffline, setAvailableOffline] = useState(false)
  useEffect(() => {
    let isUnmounted = false
    let opening: Promise<OpenFair> | undefined
    let opened: OpenFair | undefined
    const start = async () => {
      opening ??= openFair(uniqueId, (next) => !isUnmounted && setState(next)).catch((error: unknown) => {
        opening = undefined
        throw error
      })
      opened = await opening
      if (isUnmounted) return opened.close()
      setOpen(opened)
      setFailed(false)
      await Promise.all([loadParts(), opened.readAnew(), navigator.storage?.persist?.()])
      setAvailableOffline(await enableOffline())
    }
    const fail = (error: unknown) => !isUnmounted && !opened && setFailed(error instanceof Failure ? 'offline' : 'full')
    const tryOpen = () => void start().catch(fail)
    tryOpen()
    const end = onBackOnline(tryOpen)
    return () => {
      isUnmounted = true
      end()
      opened?.close()
    }
  }, [uniqueId])
  const sendNow = useSending(open)
  useOtherTabs()
  return { fair: open && { ...state, open, isAvailableOffline, sendNow }, failed }
}

/** Signing out or in as another user in another tab closes this page. The end of the session may come without a connection. */
const useOtherTabs = () =>
  useEffect(() => {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === null || (key === 'accessToken' && newValue === null)) void leaveLoggedOut()
      else if (key === 'accessToken') location.reload()
    }
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [])

/** Sends while the page is open. Returns the function that sends now. */
const useSending = (open: OpenFair | undefined) => {
  const sending = useRef<ReturnType<typeof keepSending>>(undefined)
  useEffect(() => {
    if (!open) return
    sending.current = keepSending(open.sendAll)
    return sending.current.stop
  }, [open])
  return async () => sending.current?.sendNow()
}
