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
import { type Caller, openSampling, readCaller, type TraceSettings } from './telemetry.sampling.ts'
import type { openNames } from './telemetry.statements.ts'

/** Milliseconds that the receiver has to take what is sent to it, and those that an end of the node waits for it. */
const PATIENCE = 5_000
const LAST = 2_000
/** Milliseconds between two words of a receiver that is away. */
const SELDOM = 60_000

/** Spans that the receiver has taken, and those that were lost because it did not. */
interface SpanCounts {
  sent: number
  lost: number
}

/** Says once a minute that the receiver takes nothing. What it does not take is lost, and nothing waits for it. */
const telling = (to: SpanExporter, counts: SpanCounts, logger: Logger): SpanExporter => {
  let said = -Infinity
  const complain = () => {
    if (performance.now() - said < SELDOM) return
    said = performance.now()
    logger.warn({ lost: counts.lost }, 'the receiver of traces takes none')
  }
  return {
    export: (spans, done) =>
      to.export(spans, (result) => {
        counts[result.error ? 'lost' : 'sent'] += spans.length
        if (result.error) complain()
        done(result)
      }),
    shutdown: () => to.shutdown(),
  }
}

const version = () => {
  const file = new URL('../../../../package.json', import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

/** Spans go to the receiver in groups, by OTLP over HTTP. What waits for it is bounded: the rest is lost. */
const openExport = ({ endpoint, headers, service }: TraceSettings, node: string, logger: Logger) => {
  const counts: SpanCounts = { sent: 0, lost: 0 }
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers, timeoutMillis: PATIENCE })
  const processor = new BatchSpanProcessor({ exporter: telling(exporter, counts, logger), exportTimeoutMillis: 2 * PATIENCE })
  const resource = resourceFromAttributes({
    'service.name': service,
    'service.version': version(),
    'service.instance.id': node,
  })
  const provider = new TracerProvider({ resource, spanProcessors: [processor] })
  return {
    tracer: provider.getTracer('tradewind'),
    counts,
    close: async () => {
      await Promise.race([provider.shutdown().catch(() => {}), setTimeout(LAST, undefined, { ref: false })])
    },
  }
}

interface Needs {
  traces: TraceSettings
  node: string
  logger: Logger
  nameOf: ReturnType<typeof openNames>
}

/** What went on here and is recorded. Where nothing is, nothing is kept and nothing is made. */
const current = new AsyncLocalStorage<Context>()

const traceparentOf = (span: Span) => {
  const { traceId, spanId } = span.spanContext()
  return `00-${traceId}-${spanId}-01`
}

const asContext = ({ traceId, spanId }: Caller) => ({ traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true })
const below = (caller: Caller) => trace.setSpanContext(ROOT_CONTEXT, asContext(caller))

/** The kind of an error: never its message, which may hold what a person typed. */
const kindOf = (error: unknown) => {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } }
  const named = [cause?.code, code].find((one) => typeof one === 'string' && /^\w{1,40}$/.test(one))
  return (named as string | undefined) ?? (error instanceof Error ? error.constructor.name : 'error')
}

const fail = (span: Span, error: unknown) => {
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', kindOf(error))
}

/** Does work under a span, and ends it with that. */
const under = async <T>(span: Span, work: () => Promise<T>): Promise<T> => {
  try {
    return await current.run(trace.setSpan(ROOT_CONTEXT, span), work)
  } catch (error) {
    fail(span, error)
    throw error
  } finally {
    span.end()
  }
}

const here: Tracer['here'] = () => {
  const span = trace.getSpan(current.getStore() ?? ROOT_CONTEXT)
  return span && traceparentOf(span)
}

/** A call of ours that is recorded, from its first header to the last byte of its answer. */
export interface RecordedCall {
  /** Goes on within it. Bytes of a body come from elsewhere: what follows them enters anew. */
  enter: (next: () => void) => void
  traceparent: string
  end: (route: string, status: number) => void
}

interface Arriving {
  method: string
  requestId: string
  traceparent: unknown
}

/** Records spans by OpenTelemetry. They hold names, ids, statuses and times, and nothing that a person wrote. */
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

  /** Begins a call that somebody made; undefined where it is not recorded. */
  const call = ({ method, requestId, traceparent }: Arriving): RecordedCall | undefined => {
    const around = current.getStore() // one that a page makes of ours
    const caller = around ? undefined : readCaller(traceparent)
    if (!around && !isWanted(caller)) return undefined
    const attributes = { 'http.request.method': method, 'tradewind.request_id': requestId }
    const span = tracer.startSpan(
      method,
      { kind: SpanKind.SERVER, attributes },
      around ?? (caller ? below(caller) : ROOT_CONTEXT),
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

  const later: Tracer['later'] = (name, cause, work) => {
    const caller = readCaller(cause)
    if (!isWanted(caller)) return work()
    const links: Link[] = caller ? [{ context: asContext(caller) }] : []
    return under(tracer.startSpan(`job ${name}`, { kind: SpanKind.CONSUMER, links }, ROOT_CONTEXT), work)
  }

  const part: Tracer['part'] = (name, kind, work) => {
    const parent = current.getStore()
    if (!parent) return work()
    const attributes = { 'tradewind.kind': kind }
    return under(tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, parent), work)
  }

  return { here, later, part, call, statement, counts, close }
}
export type Recorder = ReturnType<typeof openRecorder>
