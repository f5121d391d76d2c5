import { useEffect, useEffectEvent } from 'react'
import { useLocation, useMatches } from 'react-router'
import { session } from '#kit/session'

type Params = Readonly<Record<string, string | undefined>>

const decoded = (segment: string) => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/**
 * The pattern of the route that an address belongs to, by the route's parameters: `/blog/:slug`. Undefined where one of them is not found
 * in the address, since nothing that it holds may be told. What no route stands for is one pattern.
 */
export const patternOf = (pathname: string, params: Params): string | undefined => {
  if (params['*'] !== undefined) return '/*'
  const segments = pathname.split('/').filter(Boolean).map(decoded)
  for (const [name, value] of Object.entries(params).toReversed()) {
    if (value === undefined) continue
    const at = segments.lastIndexOf(value)
    if (at < 0) return undefined
    segments[at] = `:${name}`
  }
  return `/${segments.join('/')}`
}

interface Asked {
  doNotTrack?: string | null
  globalPrivacyControl?: boolean
}

/** Whether this browser asks not to be followed. */
export const isUnwatched = ({ doNotTrack, globalPrivacyControl }: Asked) => doNotTrack === '1' || globalPrivacyControl === true

/** Tells that a page was opened, by its pattern alone: no cookie, no id, no address. Nobody waits for it, and what is lost is lost. */
const tell = (pattern: string) => {
  const { 'x-tenant': tenant } = session.headers()
  void fetch('/api/public/pageView', {
    method: 'POST',
    keepalive: true,
    credentials: 'omit',
    headers: { 'Content-Type': 'application/json', ...(tenant && { 'x-tenant': tenant }) },
    body: JSON.stringify({ pattern }),
  }).catch(() => null)
}

/** Once the page has settled. */
const afterwards = (work: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(work, { timeout: 3000 }) : setTimeout(work, 1000)

let told = ''

/** Has each page that is opened counted, but where the browser asks not to be. */
export const usePageViews = () => {
  const { pathname, key } = useLocation()
  const params = useMatches().at(-1)?.params ?? {}
  const pattern = patternOf(pathname, params)
  const count = useEffectEvent((path: string) => {
    if (!pattern || isUnwatched(navigator) || told === `${key} ${path}`) return
    told = `${key} ${path}`
    afterwards(() => tell(pattern))
  })
  // Another filter in the address is no other page.
  useEffect(() => count(pathname), [pathname])
}
