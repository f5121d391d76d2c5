import { useSyncExternalStore } from 'react'
import type { ClientInstrumentation } from 'react-router'

/** Milliseconds between two attempts to reach the server while there is no connection. */
const RETRY_INTERVAL = 3000

/** The browser's connection to the server. */
interface Connection {
  isOffline: boolean
  /** A page was requested while offline: it opens when the connection is back. */
  isWaiting: boolean
}

const online: Connection = { isOffline: false, isWaiting: false }
let state = online
let checking: Promise<void> | undefined
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

const setState = (next: Connection) => {
  if (next.isOffline === state.isOffline && next.isWaiting === state.isWaiting) return
  state = next
  for (const listener of listeners) listener()
}

/** Whether the server answers. */
export const isServerReachable = () =>
  fetch('/healthz', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )

const pingServer = async () => {
  const isReachable = await isServerReachable()
  setState(isReachable ? online : { ...state, isOffline: true })
  if (!isReachable) timer = setTimeout(() => void checkConnection(), RETRY_INTERVAL)
}

/** Checks whether the server can be reached, and retries until it can. Call it when a request got no answer. */
export const checkConnection = (): Promise<void> => {
  clearTimeout(timer)
  checking ??= pingServer().finally(() => (checking = undefined))
  return checking
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Calls `back` each time the connection is back. Returns a function that unsubscribes. */
export const onBackOnline = (back: () => void) => {
  let wasOffline = state.isOffline
  return subscribe(() => {
    if (wasOffline && !state.isOffline) back()
    wasOffline = state.isOffline
  })
}

/** Runs `work` as soon as the server can be reached: now, or when the connection is back. */
export const whenReachable = async <T>(work: () => Promise<T>): Promise<T> => {
  await checkConnection()
  if (state.isOffline)
    await new Promise<void>((resolve) => {
      const end = onBackOnline(() => {
        end()
        resolve()
      })
    })
  return work()
}

/** The path of the page that opens without a connection, if this browser has a copy of it. */
let offlinePath: string | undefined

/** Lets the page with this path open without a connection, also from the menu of each area; its scripts are in its copy. */
export const allowOffline = (path: string) => void (offlinePath = path)

/** Loads a script; without a connection, when that is back. It does not try before, since a browser does not refetch a script that failed. */
export const loadScript = <T>(load: () => Promise<T>) =>
  location.pathname !== offlinePath && (state.isOffline || checking || !navigator.onLine)
    ? whenReachable(load)
    : load().catch(() => whenReachable(load))

export const useConnection = () =>
  useSyncExternalStore(
    subscribe,
    () => state,
    () => online,
  )

/** The address of a screen that the router is still loading. */
let loadingAddress: string | undefined

/** Tracks where the router is navigating to, for `keepPageWhileOffline`. */
export const trackNavigation: ClientInstrumentation = {
  router: (router) =>
    router.instrument({
      navigate: async (callNavigate, { to }) => {
        const target = typeof to === 'string' ? new URL(to, location.href).href : undefined
        loadingAddress = target
        await callNavigate()
        if (loadingAddress === target) loadingAddress = undefined
      },
    }),
}

/** A document of this site is requested, and its navigation can be intercepted. */
const isOwnDocument = ({ cancelable, destination, downloadRequest, formData }: NavigateEvent) =>
  cancelable &&
  !destination.sameDocument &&
  downloadRequest === null &&
  !formData &&
  new URL(destination.url).origin === location.origin &&
  destination.url !== location.origin + offlinePath

/**
 * Without a connection the browser would replace the page by its own error page where a document is requested: by a link, and by React Router,
 * which reloads the page when the script of a screen cannot be fetched. Instead the page stays, and the other one is opened when the connection
 * is back. Browsers without the Navigation API behave as before.
 */
export const keepPageWhileOffline = () => {
  const { navigation } = window as { navigation?: Navigation }
  navigation?.addEventListener('navigate', (event) => {
    if (!isOwnDocument(event)) return
    const { url } = event.destination
    const isScriptReload = event.navigationType === 'reload' && !event.userInitiated
    // React Router reloads once for each script that failed. This must not cancel a page that is already opening.
    if (isScriptReload && openingAddress && url !== openingAddress) return event.preventDefault()
    const isFailedScreen = isScriptReload && loadingAddress !== undefined
    if (!state.isOffline && !isFailedScreen) return
    event.preventDefault()
    openWhenReachable(isFailedScreen ? loadingAddress! : url)
  })
  addEventListener('online', () => void checkConnection())
  addEventListener('offline', () => void checkConnection())
}

/** The page that opens when the connection is back, and the one that is opening since then. */
let pendingAddress: string | undefined
let openingAddress: string | undefined

const openWhenReachable = (address: string) => {
  if (offlinePath && address.endsWith(offlinePath)) return location.assign(offlinePath)
  pendingAddress = address
  openingAddress = undefined
  setState({ ...state, isWaiting: true })
  void whenReachable(async () => {
    if (pendingAddress !== address) return // another page was requested meanwhile
    loadingAddress = undefined
    openingAddress = address
    if (address === location.href) location.reload()
    else location.assign(address)
  })
}
