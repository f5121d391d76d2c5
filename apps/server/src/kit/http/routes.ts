import { type Access, type Endpoint, switchedOff, type TenantSwitch } from '@tradewind/contract/kit/endpoint'
import { can } from '@tradewind/contract/kit/policy'
import { say } from '@tradewind/contract/kit/say'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { concurrencyLimit } from '../concurrency.ts'
import type { Database, Source } from '../database/database.ts'
import { runDespiteDeadlocks } from '../database/transaction.ts'
import { conflict, forbidden, StaleRecord, tooMany, unauthenticated, withFaultsOf } from '../errors.ts'
import { compress, MIN_COMPRESSED_LENGTH, sendAnswer } from './answer.ts'
import {
  type CheckedHandler,
  type Handler,
  type Handlers,
  type LimitedHandler,
  type ManualContext,
  type ManualHandler,
  type PendingCall,
  type ReadContext,
  type RequestContext,
  type WriteContext,
} from './context.ts'
import { keyOwnerOf, runOnce } from './idempotency.ts'
import { inputOf, parse } from './input.ts'

/** How many calls of one tenant run at the same time, and how many more wait: the remaining capacity is for other tenants. */
const limits = {
  maxRunning: 8,
  maxWaiting: 300,
  createError: () => tooMany(1, say('Too much at once. Please try again in a moment.')),
}

const limitByTenant = new Map<string, ReturnType<typeof concurrencyLimit>>()

/** Runs work when it is the tenant's turn, so that a tenant that floods the server slows only itself. Throws 429 where the tenant's queue is full. */
const limitPerTenant = async <T>(tenantId: string, work: () => Promise<T>): Promise<T> => {
  const line = limitByTenant.get(tenantId) ?? concurrencyLimit(limits)
  limitByTenant.set(tenantId, line)
  try {
    return await line.run(work)
  } finally {
    if (line.isEmpty()) limitByTenant.delete(tenantId)
  }
}

/** The services that routes need. */
export interface RouteServices {
  db: Database
  /** The source for reads that may be a few seconds old, and the notification of all nodes that a user has written; undefined where there are no replicas. */
  replicas?:
    | {
        from: (reading: Pick<RequestContext, 'actor' | 'scope'>) => Promise<Source>
        afterWrite: (context: RequestContext) => Promise<void>
      }
    | undefined
  /**
   * Identifies the actor: by the session, or as a visitor of the tenant of the host name. Throws for a wrong tenant, except for calls with `acrossTenants`:
   * the super admin's.
   */
  identify: (request: FastifyRequest, acrossTenants?: boolean) => Promise<RequestContext>
  /** The switches of a tenant. */
  settings: Switches
}
interface Switches {
  of: (tenantId: string) => Promise<Readonly<Record<TenantSwitch, boolean>>>
}

type AnyHandler = Handler<Endpoint>
type Handle<Context> = (input: unknown, context: Context) => Promise<unknown>
const isManual = (handler: AnyHandler): handler is ManualHandler<Endpoint> => 'handleManually' in handler
const isInTransaction = (handler: AnyHandler): handler is LimitedHandler<Endpoint> | CheckedHandler<Endpoint> =>
  'handleInTransaction' in handler

/** Binds handlers to a feature's contract. A contract call without a handler does not compile. */
export const routes =
  <A extends Record<string, Endpoint>>(api: A, handlers: Handlers<A>) =>
  (app: FastifyInstance, services: RouteServices) => {
    for (const name of Object.keys(api)) route(app, services, api[name]!, handlers[name as keyof A] as AnyHandler)
  }
export type Routes = ReturnType<typeof routes>

const route = (app: FastifyInstance, services: RouteServices, call: Endpoint, handler: AnyHandler) =>
  app.route({
    method: call.method,
    url: call.path,
    ...limitOf(call),
    ...(isCompressible(call) && { onSend: compressReply }),
    onRequest: async (request) => {
      if (mayHaveLongBody(request)) await authorize(call, services, request)
    },
    handler: async (request, reply) => {
      const context = await authorize(call, services, request)
      const limit = 'limit' in handler ? await handler.limit?.(context) : undefined
      const input = await inputOf(request, reply, call, limit)
      const work = () => executeCall(services, call, handler, { requestContext: context, input, request, reply })
      return limiterOf(call, context)(work).catch(staleToConflict(call))
    },
  })

/** Compresses a response that is long enough, where the client accepts it. */
const compressReply = (
  { headers }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload: unknown) => void,
) => {
  const offered = headers['accept-encoding']?.toString()
  const isWorth = typeof payload === 'string' ? payload.length >= MIN_COMPRESSED_LENGTH : payload instanceof Readable
  done(null, offered && isWorth ? compress(offered, reply, payload as string | Readable) : payload)
}

/** Files are compressed by their own format, or not at all; secrets never. */
const isCompressible = ({ replyType, returnsSecret }: Endpoint) => replyType !== 'file' && !returnsSecret

/** The maximum bytes of a body that is sent without a session. */
export const OPEN_BODY_LIMIT = 32 * 1024

const limitOf = ({ bodyLimit, access }: Endpoint) => {
  const limit = bodyLimit ?? (access === 'anyone' ? OPEN_BODY_LIMIT : undefined)
  return limit === undefined ? {} : { bodyLimit: limit }
}

/** The body may be long, or its length is unknown: the actor is then authorized before it is read, and again afterwards. */
const mayHaveLongBody = ({ headers }: FastifyRequest) =>
  'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > OPEN_BODY_LIMIT

/** A byte stream is as slow as its sender, and some calls wait for others: only the writes of such a call count for the tenant's limit, not the call itself. */
const isUnlimited = ({ bodyType, waits }: Endpoint) => bodyType === 'bytes' || waits === true

const limiterOf =
  (call: Endpoint, { scope }: RequestContext) =>
  <T>(work: () => Promise<T>) =>
    isUnlimited(call) ? work() : limitPerTenant(scope.tenantId, work)

/** Throws 401 only where there is no valid session; 403 where the role has no rule. */
const assertAdmitted = (access: Access, { actor }: RequestContext) => {
  if (access === 'anyone') return
  if (actor.roles.length === 0) throw unauthenticated()
  if (access !== 'signedIn' && !can(actor, access)) throw forbidden()
}

/** Throws 403 where the tenant has switched off this part of the product. */
export const assertSwitchedOn = async (settings: Switches, tenantSwitch: TenantSwitch, tenantId: string) => {
  if (!(await settings.of(tenantId))[tenantSwitch]) throw forbidden(switchedOff[tenantSwitch])
}

/** Returns the context of the actor, and throws where they may not make this call here. */
const authorize = async (call: Endpoint, { identify, settings }: RouteServices, request: FastifyRequest) => {
  const context = await identify(request, call.acrossTenants)
  assertAdmitted(call.access, context)
  if (call.tenantSwitch) await assertSwitchedOn(settings, call.tenantSwitch, context.scope.tenantId)
  return context
}

const staleToConflict = (call: Endpoint) => (error: unknown) => {
  throw error instanceof StaleRecord ? conflict(error.sentence, call.reply.parse(error.record)) : error
}

/** The functions with which a call opens its own transactions. */
const manualTransactions = (db: Database, call: Endpoint, pending: PendingCall): Pick<ManualContext, 'write' | 'writeOnce'> => {
  const { requestContext } = pending
  const { scope } = requestContext
  const write: ManualContext['write'] = (work) => db.write(scope, (tx) => work({ ...requestContext, tx }))
  return {
    write: isUnlimited(call) ? (work) => limitPerTenant(scope.tenantId, () => write(work)) : write,
    writeOnce: (work, within = scope) =>
      db.write(within, (tx) => runOnce(call, pending, tx, () => work({ ...requestContext, tx }), keyOwnerOf(requestContext))),
  }
}

/** Only the total of a list is requested. */
const asksTotal = (input: unknown): input is object => (input as { total?: unknown } | null)?.total === 'only'
/** Where only the total is requested, one row is enough, whichever it is. */
const withSmallPage = (input: unknown) => (asksTotal(input) ? { ...input, page: 0, size: 1 } : input)

/** Whether a call's reads may be a few seconds old, except for the actor's own writes and those of which they were notified. */
const toleratesLag = ({ method, replyType, mayLag }: Endpoint) => method === 'GET' && (replyType === 'list' || mayLag === true)

const sourceOf = async ({ db, replicas }: RouteServices, call: Endpoint, { requestContext }: PendingCall) =>
  replicas && toleratesLag(call) ? replicas.from(requestContext) : db

/** Creates the context for reads of a call from a source: the primary, or a replica. */
export const createReadContext = (source: Source, context: RequestContext): ReadContext => ({
  ...context,
  db: source.as(context.scope),
  stream: (query) => source.stream(context.scope, query, context.actor.uniqueId || context.ip),
})

const read = async (services: RouteServices, call: Endpoint, handler: AnyHandler, pending: PendingCall, input: unknown) => {
  const { requestContext, reply } = pending
  const source = await sourceOf(services, call, pending)
  const result = await (handler as unknown as Handle<ReadContext>)(input, createReadContext(source, requestContext))
  return sendAnswer(call, reply, asksTotal(input) ? { ...(result as object), rows: [] } : result)
}

/** Runs a call that opens its own transactions: it may have written even where it fails. */
const readOrWrite = async (
  services: RouteServices,
  call: Endpoint,
  handler: ManualHandler<Endpoint>,
  pending: PendingCall,
  input: unknown,
) => {
  const { db, replicas } = services
  const { requestContext, reply } = pending
  const source = await sourceOf(services, call, pending)
  const readAs: ManualContext['readAs'] = async (actor, canLag = false) => {
    const reading = { ...requestContext, actor, scope: { tenantId: actor.tenantId, partitionId: actor.partitionId } }
    return createReadContext(replicas && canLag ? await replicas.from(reading) : db, reading)
  }
  const context = { ...requestContext, db: source.as(requestContext.scope), readAs, ...manualTransactions(db, call, pending) }
  try {
    return sendAnswer(call, reply, await handler.handleManually(input, context))
  } finally {
    if (call.method !== 'GET') await replicas?.afterWrite(requestContext)
  }
}

/** The parsed input. What is invalid in the tenant's own fields is reported with the faults of the others. */
const parseInput = async ({ db }: RouteServices, call: Endpoint, handler: AnyHandler, pending: PendingCall) => {
  const { requestContext, input } = pending
  try {
    return parse(call.input, input, call, requestContext.actor)
  } catch (error) {
    if (!('checkOwnFields' in handler)) throw error
    const check = () => db.write(requestContext.scope, (tx) => handler.checkOwnFields(input as object, { ...requestContext, tx }))
    throw await withFaultsOf(error, check)
  }
}

const executeCall = async (services: RouteServices, call: Endpoint, handler: AnyHandler, pending: PendingCall) => {
  const { requestContext, reply } = pending
  const input = withSmallPage(await parseInput(services, call, handler, pending))
  if (isManual(handler)) return readOrWrite(services, call, handler, pending, input)
  if (call.method === 'GET') return read(services, call, handler, pending, input)
  const handle = (isInTransaction(handler) ? handler.handleInTransaction : handler) as unknown as Handle<WriteContext>
  const run = () =>
    services.db.write(requestContext.scope, (tx) =>
      runOnce(call, pending, tx, async () => sendAnswer(call, reply, await handle(input, { ...requestContext, tx }))),
    )
  const done = await runDespiteDeadlocks(run)
  await services.replicas?.afterWrite(requestContext)
  return done
}
