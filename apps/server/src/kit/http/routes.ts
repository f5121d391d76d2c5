import type { Endpoint, Who } from '@tradewind/contract/kit/endpoint'
import { can } from '@tradewind/contract/kit/policy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../database/database.ts'
import { conflict, forbidden, Stale, unauthenticated } from '../errors.ts'
import { answer } from './answer/answer.ts'
import {
  type Apart,
  type Asking,
  type Carried,
  type HandledApart,
  type HandledLimited,
  type Handler,
  type Handlers,
  type Reading,
  streamOf,
  type Writing,
} from './context.ts'
import { anyoneOf, once } from './idempotency.ts'
import { inputOf } from './input.ts'
import { parse } from './parse.ts'
import { inTurn } from './turns.ts'

/** What the kit needs of the house around it. */
export interface House {
  db: Database
  /** Who asks: by the session, or a visitor of the tenant that the address names. Refuses a wrong tenant, but for `across`: the super admin's. */
  identify: (request: FastifyRequest, across?: boolean) => Promise<Asking>
}

type AnyHandler = Handler<Endpoint>
type Handle<Context> = (input: unknown, context: Context) => Promise<unknown>
const isApart = (handler: AnyHandler): handler is HandledApart<Endpoint> => 'apart' in handler
const isLimited = (handler: AnyHandler): handler is HandledLimited<Endpoint> => 'within' in handler

/** Binds handlers to a feature's contract. A contract call without a handler does not compile. */
export const routes =
  <A extends Record<string, Endpoint>>(api: A, handlers: Handlers<A>) =>
  (app: FastifyInstance, house: House) => {
    for (const name of Object.keys(api)) route(app, house, api[name]!, handlers[name as keyof A] as AnyHandler)
  }
export type Feature = ReturnType<typeof routes>

const route = (app: FastifyInstance, house: House, call: Endpoint, handler: AnyHandler) =>
  app.route({
    method: call.method,
    url: call.path,
    ...limitOf(call),
    onRequest: async (request) => {
      if (isLong(request)) admit(call.who, await house.identify(request, call.across))
    },
    handler: async (request, reply) => {
      const asking = await house.identify(request, call.across)
      admit(call.who, asking)
      const limit = 'limit' in handler ? await handler.limit?.(asking) : undefined
      const input = await inputOf(request, reply, call, limit)
      const work = () => carryOut(house.db, call, handler, { asking, input, request, reply })
      return turnOf(call, asking)(work).catch(told(call))
    },
  })

/** Bytes that a body may have which somebody without a session sends. */
const OPEN_BODY = 32 * 1024

const limitOf = ({ bodyLimit, who }: Endpoint) => {
  const limit = bodyLimit ?? (who === 'anyone' ? OPEN_BODY : undefined)
  return limit === undefined ? {} : { bodyLimit: limit }
}

/** It may be long, or nobody knows how long it is: who asks is asked before it is read, and again when it has been. */
const isLong = ({ headers }: FastifyRequest) =>
  'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > OPEN_BODY

/** Bytes come as slowly as their sender likes, and others take their time: what such a call writes has its turn, and the call itself has none. */
const hasNoTurn = ({ takes, waits }: Endpoint) => takes === 'bytes' || waits === true

const turnOf =
  (call: Endpoint, { scope }: Asking) =>
  <T>(work: () => Promise<T>) =>
    hasNoTurn(call) ? work() : inTurn(scope.tenantId, work)

/** 401 only where there is no valid session; 403 where the role has no rule. */
const admit = (who: Who, { actor }: Asking) => {
  if (who === 'anyone') return
  if (actor.roles.length === 0) throw unauthenticated()
  if (who !== 'signedIn' && !can(actor, who)) throw forbidden()
}

const told = (call: Endpoint) => (error: unknown) => {
  throw error instanceof Stale ? conflict(error.message, call.reply.parse(error.record)) : error
}

/** The transactions that a call opens by itself. */
const writing = (db: Database, call: Endpoint, carried: Carried): Pick<Apart, 'write' | 'once'> => {
  const { asking } = carried
  const { scope } = asking
  const write: Apart['write'] = (work) => db.write(scope, (tx) => work({ ...asking, tx }))
  return {
    write: hasNoTurn(call) ? (work) => inTurn(scope.tenantId, () => write(work)) : write,
    once: (work, within = scope) =>
      db.write(within, (tx) => once(call, carried, tx, () => work({ ...asking, tx }), anyoneOf(asking))),
  }
}

const carryOut = async (db: Database, call: Endpoint, handler: AnyHandler, carried: Carried) => {
  const { asking, reply } = carried
  const input = parse(call.input, carried.input, call)
  const reader = db.as(asking.scope)
  if (isApart(handler)) {
    return answer(call, reply, await handler.apart(input, { ...asking, db: reader, ...writing(db, call, carried) }))
  }
  if (call.method === 'GET') {
    const context: Reading = { ...asking, db: reader, stream: streamOf(db, asking, asking.scope) }
    return answer(call, reply, await (handler as unknown as Handle<Reading>)(input, context))
  }
  const handle = (isLimited(handler) ? handler.within : handler) as unknown as Handle<Writing>
  return db.write(asking.scope, (tx) =>
    once(call, carried, tx, async () => answer(call, reply, await handle(input, { ...asking, tx }))),
  )
}
