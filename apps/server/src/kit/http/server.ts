import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import { trustedProxyTest, type TrustProxy } from './address.ts'
import { BYTES_TYPE, FORM_FIELDS_TYPE, pathOf, UPLOAD_LIMIT } from './input.ts'
import { describeError, sendRefusal, setErrorHandlers } from './refuse.ts'

export interface ServerConfig {
  logger: Logger
  trustProxy: TrustProxy
  /** The pages are served by https: tell browsers so (HSTS). */
  secure: boolean
  /** Registers hooks that run before all others. */
  watch?: ((app: FastifyInstance) => void) | undefined
}

const commonHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'x-frame-options': 'DENY',
}
const hsts = 'max-age=31536000; includeSubDomains'

/** Fastify's own log lines contain paths and messages. Ours are written below; an interrupted response is only logged here. */
class QuietLogController extends LogController {
  constructor() {
    super({ disableRequestLogging: true })
  }
  override streamError(error: Error, request: FastifyRequest) {
    request.log.warn({ error: describeError(error), reference: request.id }, 'an answer broke off')
  }
}

/** A request id set by a proxy or client. No other format is accepted: it is written to the log and sent back. */
const isRequestId = (value: unknown): value is string => typeof value === 'string' && /^[\w.-]{8,64}$/.test(value)

const requestIdOf = ({ headers }: IncomingMessage) => {
  const requestId = headers['x-request-id']
  return isRequestId(requestId) ? requestId : randomUUID()
}

type ReplyHook = (request: FastifyRequest, reply: FastifyReply) => void

/** Sets the headers of every response. */
const createHeaderSetter =
  (secure: boolean): ReplyHook =>
  (request, reply) => {
    reply.headers(commonHeaders).header('x-request-id', request.id)
    if (secure) reply.header('strict-transport-security', hsts)
    if (isApi(request))
      reply.headers({ 'cache-control': 'no-store', 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" })
  }

const createRequestLogger =
  (logger: Logger): ReplyHook =>
  (request, reply) => {
    const { method, id } = request
    const ms = Math.round(reply.elapsedTime)
    const traceparent = reply.getHeader('traceparent')
    const logEntry = { method, route: patternOf(request), status: reply.statusCode, ms, id, ...(traceparent && { traceparent }) }
    logger.info(logEntry, 'answered')
  }

const toFastifyHook = (see: ReplyHook) => (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
  see(request, reply)
  done()
}

/** Creates a Fastify server without routes, set up like all of ours: request ids, logs of route patterns instead of paths, headers, the envelope for every error. */
export const buildServer = ({ logger, trustProxy, secure, watch }: ServerConfig): FastifyInstance => {
  const dress = createHeaderSetter(secure)
  const app = Fastify({
    loggerInstance: logger,
    trustProxy: trustedProxyTest(trustProxy),
    bodyLimit: 1024 * 1024,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    logController: new QuietLogController(),
    childLoggerFactory: (base: Logger) => base, // the log lines below identify the call themselves
    requestTimeout: 300_000,
    genReqId: requestIdOf,
    forceCloseConnections: 'idle',
    // An invalid path is rejected before any hook runs.
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      dress(request, reply)
      return sendRefusal(error, request, reply)
    },
  } as Parameters<typeof Fastify>[0]) as unknown as FastifyInstance
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser(BYTES_TYPE, (_request, payload, done) => done(null, payload))
  app.addContentTypeParser(FORM_FIELDS_TYPE, { parseAs: 'string', bodyLimit: 4096 }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  )
  void app.register(multipart, { limits: { fileSize: UPLOAD_LIMIT, files: 20, fields: 50, fieldSize: 64 * 1024, parts: 70 } })
  setErrorHandlers(app)
  watch?.(app)
  app.addHook('onRequest', toFastifyHook(dress))
  app.addHook('onResponse', toFastifyHook(createRequestLogger(logger)))
  return app
}

/** Whether the matched route is in the API; without a match, by the path as the router reads it. */
const isApi = (request: FastifyRequest) => request.routeOptions?.url?.startsWith('/api') || pathOf(request).startsWith('/api')

/** The route's pattern, never the path: paths contain tokens. */
export const patternOf = (request: FastifyRequest) => request.routeOptions.url ?? 'unknown'
