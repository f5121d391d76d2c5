import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace'
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { TraceSettings } from './sampling.ts'

/** Milliseconds that the receiver has to take what is sent to it, and those that an end of the node waits for it. */
const PATIENCE = 5_000
const LAST = 2_000
/** Milliseconds between two words of a receiver that is away. */
const SELDOM = 60_000

/** Spans that the receiver has taken, and those that were lost because it did not. */
export interface SpanCounts {
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
  const file = new URL('../../../../../package.json', import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

/** Spans go to the receiver in groups, by OTLP over HTTP. What waits for it is bounded: the rest is lost. */
export const openExport = ({ endpoint, headers, service }: TraceSettings, node: string, logger: Logger) => {
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
