import type { Endpoint, Who } from '@tradewind/contract/kit/endpoint'
import { can } from '@tradewind/contract/kit/policy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Database } from '../database/database.ts'
import { conflict, forbidden, invalid, Stale, unauthenticated } from '../errors.ts'
import { answer } from './answer.ts'
import type { Apart, Asking, Carried, HandledApart, Handler, Handlers, Reading, Writing } from './context.ts'
import { once } from './idempotency.ts'
import { inputOf } from './input.ts'
import { inTurn } from './turns.ts'

/** What the kit needs of the house around it. */
export interface House {
  db: Database
  /** Who asks: by the session, or a visitor of the tenant that the address names. Refuses a wrong tenant. */
  identify: (request: FastifyRequest) => Promise<Asking>
}

type AnyHandler = Handler<Endpoint>
type Handle<Context> = (input: unknown, context: Context) => Promise<unknown>
const isApart = (handler: AnyHandler): handler is HandledApart<Endpoint> => 'apart' in handler

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
    handler: async (request, reply) => {
      const asking = await house.identify(request)
      admit(call.who, asking)
      const input = await inputOf(request, reply)
      const work = () => carryOut(house.db, call, handler, { asking, input, request, reply })
      return inTurn(asking.scope.tenantId, work).catch(told(call))
    },
  })

/** 401 only where there is no valid session; 403 where the role has no rule. */
const admit = (who: Who, { actor }: Asking) => {
  if (who === 'anyone') return
  if (actor.roles.length === 0) throw unauthenticated()
  if (who !== 'signedIn' && !can(actor, who)) throw forbidden()
}

const told = (call: Endpoint) => (error: unknown) => {
  throw error instanceof Stale ? conflict(error.message, call.reply.parse(error.record)) : error
}

const carryOut = async (db: Database, call: Endpoint, handler: AnyHandler, carried: Carried) => {
  const { asking, reply } = carried
  const input = parse(call.input, carried.input)
  const reader = db.as(asking.scope)
  if (isApart(handler)) {
    const write: Apart['write'] = (work) => db.write(asking.scope, (tx) => work({ ...asking, tx }))
    return answer(call, reply, await handler.apart(input, { ...asking, db: reader, write }))
  }
  if (call.method === 'GET') {
    const context: Reading = { ...asking, db: reader, stream: (query) => db.stream(asking.scope, query) }
    return answer(call, reply, await (handler as unknown as Handle<Reading>)(input, context))
  }
  const handle = handler as unknown as Handle<Writing>
  return db.write(asking.scope, (tx) =>
    once(call, carried, tx, async () => answer(call, reply, await handle(input, { ...asking, tx }))),
  )
}

/** What the schema makes of a value, or one sentence for each field that it refuses. */
export const parse = <S extends z.ZodType>(schema: S, value: unknown): z.output<S> => {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw invalid(Object.fromEntries(parsed.error.issues.flatMap(sentences)))
}

const sentences = (issue: z.core.$ZodIssue): [string, string][] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => [[...issue.path, key].join('.'), 'This field is not known here'])
    : [[issue.path.join('.'), issue.message]]
