/** Where traces are sent, and how they are sampled, by OpenTelemetry's settings. */
export interface TraceSettings {
  endpoint: string
  headers: Record<string, string>
  service: string
  sampler: string
  /** The sampling ratio for traces without a decision by the caller: 0 to 1. */
  ratio: number
}

/** The caller's trace context: its ids, and whether it is recorded. */
export interface Caller {
  traceId: string
  spanId: string
  isRecorded: boolean
}

/** Parses a `traceparent` header (W3C Trace Context, version 00 and compatible later versions); undefined if it is invalid. */
export const readCaller = (header: unknown): Caller | undefined => {
  if (typeof header !== 'string') return undefined
  const [, version, traceId, spanId, flags] = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-|$)/.exec(header) ?? []
  const isWhole = version !== undefined && version !== 'ff' && !/^0+$/.test(traceId!) && !/^0+$/.test(spanId!)
  if (!isWhole || (version === '00' && header.length !== 55)) return undefined
  return { traceId: traceId!, spanId: spanId!, isRecorded: (Number.parseInt(flags!, 16) & 1) === 1 }
}

/** Maps a trace id to a number from 0 to 1, so that each node decides the same. */
const fractionOf = (traceId: string) => Number.parseInt(traceId.slice(-8), 16) / 0x1_0000_0000

/** Returns a function that decides in advance whether work is recorded: by the caller's decision, else by the ratio. */
export const openSampling = ({ sampler, ratio }: Pick<TraceSettings, 'sampler' | 'ratio'>) => {
  const decide = (caller: Caller | undefined) => {
    if (sampler.endsWith('always_on')) return true
    if (sampler.endsWith('always_off')) return false
    return (caller ? fractionOf(caller.traceId) : Math.random()) < ratio
  }
  const followsCaller = sampler.startsWith('parentbased_')
  return (caller: Caller | undefined) => (followsCaller && caller ? caller.isRecorded : decide(caller))
}
