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
