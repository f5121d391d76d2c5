import type { Files } from '@tradewind/byte-store/files'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { patternOf } from '#kit/http/server'
import type { Tracer } from '#kit/jobs'
import type { Mail } from './mail.ts'
import type { RecordedCall, Recorder, TraceSettings } from './telemetry.recorder.ts'
import { openSlowStatistics, openStatementNames, watchStatements } from './telemetry.statements.ts'

interface Needs {
  traces: TraceSettings | undefined
  nodeName: string
  /** Milliseconds above which a statement is slow; 0: none is. */
  slowStatement: number
}

/** Loads the trace recorder only if it is configured. */
const openTraces = async ({ traces, nodeName: node }: Needs, logger: Logger, nameOf: ReturnType<typeof openStatementNames>) =>
  traces && (await import('./telemetry.recorder.ts')).openRecorder({ traces, node, logger, nameOf })

/** The telemetry of this node: statement counts always, traces if a receiver is configured. */
export const openTelemetry = async (env: Needs, logger: Logger) => {
  const nameOf = openStatementNames()
  const recorder = await openTraces(env, logger, nameOf)
  const statements = watchStatements({ logger, slow: env.slowStatement, nameOf, onStatement: recorder?.statement })
  return { statements, recorder, calls: openSlowStatistics() }
}
export type Telemetry = Awaited<ReturnType<typeof openTelemetry>>

/** Milliseconds from which a call is slow. */
const SLOW_CALL = 1000

/** Collects a server's slow calls, by method and route pattern. The duration includes the client's network. */
export const watchCalls = (app: FastifyInstance, calls: Telemetry['calls']) =>
  app.addHook('onResponse', (request, reply, done) => {
    if (reply.elapsedTime >= SLOW_CALL) calls.note(`${request.method} ${patternOf(request)}`, reply.elapsedTime)
    done()
  })

/** Records the calls of a server. Calls that are not sampled only cost the check of a header. */
export const traceCalls = (app: FastifyInstance, recorder: Recorder) => {
  const recorded = new WeakMap<FastifyRequest, RecordedCall>()
  app.addHook('onRequest', (request, reply, done) => {
    const { method, id: requestId, headers } = request
    const call = recorder.call({ method, requestId, traceparent: headers['traceparent'] })
    if (!call) return done()
    recorded.set(request, call)
    reply.header('traceparent', call.traceparent)
    reply.raw.once('close', () => {
      call.end(patternOf(request), reply.statusCode)
      recorded.delete(request)
    })
    call.enter(done)
  })
  app.addHook('preValidation', (request, _reply, done) => {
    const call = recorded.get(request)
    if (call) call.enter(done)
    else done()
  })
}

/** Wraps mail so that sending is traced, without recipients or contents. */
export const traceMail = (mail: Mail, tracer: Tracer): Mail => ({
  ...mail,
  send: (key, message, onStart) => tracer.part('mail send', 'mail', () => mail.send(key, message, onStart)),
})

/** Wraps a file store so that its operations are traced, without tenants or file hashes. */
export const traceFiles = (files: Files, tracer: Tracer): Files => {
  const traced =
    <Given extends unknown[], T>(name: string, work: (...args: Given) => Promise<T>) =>
    (...args: Given) =>
      tracer.part(`files ${name}`, 'files', () => work(...args))
  return {
    store: traced('store', files.store.bind(files)),
    append: traced('append', files.append.bind(files)),
    combine: traced('combine', files.combine.bind(files)),
    drop: traced('drop', files.drop.bind(files)),
    read: traced('read', files.read.bind(files)),
    remove: traced('remove', files.remove.bind(files)),
    removeAll: traced('removeAll', files.removeAll.bind(files)),
    clear: traced('clear', files.clear.bind(files)),
    isReachable: traced('isReachable', files.isReachable.bind(files)),
    list: files.list.bind(files),
  }
}
