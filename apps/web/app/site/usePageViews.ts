import { useEffect, useEffectEvent } from 'react'
import { useLocation, useMatches } from 'react-router'
import { session } from '#kit/session'

type Params = Readonly<Record<string, string | undefined>>

const decodeSegment = (segment: string) => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/**
 * The route pattern of an address, by the route's parameters: `/blog/:slug`. Undefined if a parameter is not found in the address,
 * since then no part of the address may be sent. Addresses without a route share one pattern.
 */
export const patternOf = (pathname: string, params: Params): string | undefined => {
  if (params['*'] !== undefined) return '/*'
  const segments = pathname.split('/').filter(Boolean).map(decodeSegment)
  for (const [name, value] of Object.entries(params).toReversed()) {
    if (value === undefined) continue
    const at = segments.lastIndexOf(value)
    if (at < 0) return undefined
    segments[at] = `:${name}`
  }
  return `/${segments.join('/')}`
}

interface PrivacySignals {
  doNotTrack?: string | null
  globalPrivacyControl?: boolean
}

/** Whether this browser requests not to be tracked. */
export const refusesTracking = ({ doNotTrack, globalPrivacyControl }: PrivacySignals) =>
  doNotTrack === '1' || globalPrivacyControl === true

/** Sends that a page was opened, only by its pattern: no cookie, no id, no address. Nothing waits for the reply, and failures are ignored. */
const sendPageView = (pattern: string) => {
  const { 'x-tenant': tenant } = session.headers()
  void fetch('/api/public/pageView', {
    method: 'POST',
    keepalive: true,
    credentials: 'omit',
    headers: { 'Content-Type': 'application/json', ...(tenant && { 'x-tenant': tenant }) },
    body: JSON.stringify({ pattern }),
  }).catch(() => null)
}

/** Runs the work when the page is idle. */
const whenIdle = (work: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(work, { timeout: 3000 }) : setTimeout(work, 1000)

let lastSent = ''

/** Counts each page that is opened, unless the browser requests not to be tracked. */
export const usePageViews = () => {
  const { pathname, key } = useLocation()
  const params = useMatches().at(-1)?.params ?? {}
  const pattern = patternOf(pathname, params)
  const count = useEffectEvent((path: string) => {
    if (!pattern || refusesTracking(navigator) || lastSent === `${key} ${path}`) return
    lastSent = `${key} ${path}`
    whenIdle(() => sendPageView(pattern))
  })
  // A change of filters in the address is not another page.
  useEffect(() => count(pathname), [pathname])
}
