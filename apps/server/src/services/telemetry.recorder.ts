import { type Context, type Link, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace'
import { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { StatementWatch } from '#kit/database/scoped'
import type { Tracer } from '#kit/jobs'
import type { openStatementNames } from './telemetry.statements.ts'

/** Timeout of the receiver in milliseconds, and how long the shutdown of the node waits for it. */
const EXPORT_TIMEOUT = 5_000
const SHUTDOWN_TIMEOUT = 2_000
/** Milliseconds between two warnings about an unreachable receiver. */
const WARNING_INTERVAL = 60_000

/** The number of spans that the receiver accepted, and of those that were lost. */
interface SpanCounts {
  sent: number
  lost: number
}

/** Counts exported spans, and warns at most once a minute if the receiver does not accept them. Those are dropped; nothing waits for it. */
const countAndWarn = (to: SpanExporter, counts: SpanCounts, logger: Logger): SpanExporter => {
  let lastWarning = -Infinity
  const warnAtIntervals = () => {
    if (performance.now() - lastWarning < WARNING_INTERVAL) return
    lastWarning = performance.now()
    logger.warn({ lost: counts.lost }, 'the receiver of traces takes none')
  }
  return {
    export: (spans, done) =>
      to.export(spans, (result) => {
        counts[result.error ? 'lost' : 'sent'] += spans.length
        if (result.error) warnAtIntervals()
        done(result)
      }),
    shutdown: () => to.shutdown(),
  }
}

const appVersion = () => {
  const file = new URL('../../../../package.json', import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

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
interface Caller {
  traceId: string
  spanId: string
  isRecorded: boolean
}

/** Parses a `traceparent` header (W3C Trace Context, version 00 and compatible later versions); undefined if it is invalid. */
const readCaller = (header: unknown): Caller | undefined => {
  if (typeof header !== 'string') return undefined
  const [, version, traceId, spanId, flags] = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-|$)/.exec(header) ?? []
  const isWhole = version !== undefined && version !== 'ff' && !/^0+$/.test(traceId!) && !/^0+$/.test(spanId!)
  if (!isWhole || (version === '00' && header.length !== 55)) return undefined
  return { traceId: traceId!, spanId: spanId!, isRecorded: (Number.parseInt(flags!, 16) & 1) === 1 }
}

/** Maps a trace id to a number from 0 to 1, so that each node decides the same. */
const fractionOf = (traceId: string) => Number.parseInt(traceId.slice(-8), 16) / 0x1_0000_0000

/** Returns a function that decides in advance whether work is recorded: by the caller's decision, else by the ratio. */
const openSampling = ({ sampler, ratio }: Pick<TraceSettings, 'sampler' | 'ratio'>) => {
  const decide = (caller: Caller | undefined) => {
    if (sampler.endsWith('always_on')) return true
    if (sampler.endsWith('always_off')) return false
    return (caller ? fractionOf(caller.traceId) : Math.random()) < ratio
  }
  const followsCaller = sampler.startsWith('parentbased_')
  return (caller: Caller | undefined) => (followsCaller && caller ? caller.isRecorded : decide(caller))
}

/** Sends spans to the receiver in batches, by OTLP over HTTP. The queue is bounded: spans beyond it are dropped. */
const openExport = ({ endpoint, headers, service }: TraceSettings, node: string, logger: Logger) => {
  const counts: SpanCounts = { sent: 0, lost: 0 }
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers, timeoutMillis: EXPORT_TIMEOUT })
  const processor = new BatchSpanProcessor({
    exporter: countAndWarn(exporter, counts, logger),
    exportTimeoutMillis: 2 * EXPORT_TIMEOUT,
  })
  const resource = resourceFromAttributes({
    'service.name': service,
    'service.version': appVersion(),
    'service.instance.id': node,
  })
  const provider = new TracerProvider({ resource, spanProcessors: [processor] })
  return {
    tracer: provider.getTracer('tradewind'),
    counts,
    close: async () => {
      await Promise.race([provider.shutdown().catch(() => {}), setTimeout(SHUTDOWN_TIMEOUT, undefined, { ref: false })])
    },
  }
}

interface Needs {
  traces: TraceSettings
  node: string
  logger: Logger
  nameOf: ReturnType<typeof openStatementNames>
}

/** The current recorded context. Without one, no spans are created. */
const current = new AsyncLocalStorage<Context>()

const traceparentOf = (span: Span) => {
  const { traceId, spanId } = span.spanContext()
  return `00-${traceId}-${spanId}-01`
}

const asContext = ({ traceId, spanId }: Caller) => ({ traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true })
const callerContext = (caller: Caller) => trace.setSpanContext(ROOT_CONTEXT, asContext(caller))

/** The kind of an error: never its message, which may hold what a person typed. */
const kindOf = (error: unknown) => {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } }
  const errorCode = [cause?.code, code].find((one) => typeof one === 'string' && /^\w{1,40}$/.test(one))
  return (errorCode as string | undefined) ?? (error instanceof Error ? error.constructor.name : 'error')
}

const fail = (span: Span, error: unknown) => {
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', kindOf(error))
}

/** Runs work within a span, and ends the span afterwards. */
const runInSpan = async <T>(span: Span, work: () => Promise<T>): Promise<T> => {
  try {
    return await current.run(trace.setSpan(ROOT_CONTEXT, span), work)
  } catch (error) {
    fail(span, error)
    throw error
  } finally {
    span.end()
  }
}

const currentTraceparent: Tracer['currentTraceparent'] = () => {
  const span = trace.getSpan(current.getStore() ?? ROOT_CONTEXT)
  return span && traceparentOf(span)
}

/** A recorded API call, from its first header to the last byte of its reply. */
export interface RecordedCall {
  /** Continues within the call's context. Reading a body leaves the context: what follows must enter again. */
  enter: (next: () => void) => void
  traceparent: string
  end: (route: string, status: number) => void
}

interface Arriving {
  method: string
  requestId: string
  traceparent: unknown
}

/** Records spans by OpenTelemetry. They contain names, ids, statuses and times, and no user input. */
export const openRecorder = ({ traces, node, logger, nameOf }: Needs) => {
  const { tracer, counts, close } = openExport(traces, node, logger)
  const isWanted = openSampling(traces)

  const statement: NonNullable<StatementWatch['hear']> = (sent, began, error) => {
    const parent = current.getStore()
    if (!parent) return
    const name = nameOf(sent)
    const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name }
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, startTime: began, attributes }, parent)
    if (error !== undefined) fail(span, error)
    span.end()
  }

  /** Starts the span of an incoming call; undefined if it is not recorded. */
  const call = ({ method, requestId, traceparent }: Arriving): RecordedCall | undefined => {
    const around = current.getStore() // set for a call that a page makes within this process
    const caller = around ? undefined : readCaller(traceparent)
    if (!around && !isWanted(caller)) return undefined
    const attributes = { 'http.request.method': method, 'tradewind.request_id': requestId }
    const span = tracer.startSpan(
      method,
      { kind: SpanKind.SERVER, attributes },
      around ?? (caller ? callerContext(caller) : ROOT_CONTEXT),
    )
    const within = trace.setSpan(ROOT_CONTEXT, span)
    return {
      enter: (next) => current.run(within, next),
      traceparent: traceparentOf(span),
      end: (route, status) => {
        span.updateName(`${method} ${route}`)
        span.setAttributes({ 'http.route': route, 'http.response.status_code': status })
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      },
    }
  }

  const runLinked: Tracer['runLinked'] = (name, cause, work) => {
    const caller = readCaller(cause)
    if (!isWanted(caller)) return work()
    const links: Link[] = caller ? [{ context: asContext(caller) }] : []
    return runInSpan(tracer.startSpan(`job ${name}`, { kind: SpanKind.CONSUMER, links }, ROOT_CONTEXT), work)
  }

  const part: Tracer['part'] = (name, kind, work) => {
    const parent = current.getStore()
    if (!parent) return work()
    const attributes = { 'tradewind.kind': kind }
    return runInSpan(tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, parent), work)
  }

  return { currentTraceparent, runLinked, part, call, statement, counts, close }
}
export type Recorder = ReturnType<typeof openRecorder>
