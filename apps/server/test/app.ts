import type { Endpoint } from '@tradewind/contract/kit/endpoint'
import type { Actor, Role } from '@tradewind/contract/roles'
import type { FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import pino, { type Logger } from 'pino'
import type { z } from 'zod'
import { tenantScope } from '#kit/database/database'
import type { ReplicaConfig } from '#kit/database/replica'
import { BYTES_TYPE } from '#kit/http/input'
import { actorOf, beginSession } from '#platform/identity/sessions'
import { hashPassword } from '#platform/identity/signing'
import { tenants } from '#platform/schema/tenant.table'
import { userEntity, users } from '#platform/schema/user.table'
import { buildApp, routines, workers } from '../src/app.ts'
import { type AppContext, openAppContext } from '../src/appContext.ts'
import { readSettings } from '../src/env.ts'
import { grantPermissions } from '../src/platform/user/user.queries.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { roles } from './roles.ts'

/** A signed-in user: the session is created directly, without hashing a password. */
export interface TestUser extends Actor {
  token: string
}
type UserOptions = Partial<Pick<Actor, 'permissions' | 'allowedCountries'>> & {
  tenantId?: string
  firstName?: string
  passwordHash?: string
  /** Hashing it takes half a second. */
  password?: string
  emailAddress?: string
  verified?: boolean
}

interface Options {
  /** Whether workers and routines run as well. */
  working?: boolean
  settings?: NodeJS.ProcessEnv
  logger?: Logger
  /** Used instead of a fresh database of the tests' PostgreSQL; the caller drops it. */
  database?: Pick<FreshDatabase, 'owner' | 'app' | 'asOwner'>
  /** Replicas that reads may be sent to. */
  replicas?: readonly ReplicaConfig[]
}

/** Opens the whole application on a fresh database, and clients that call it as any user. */
export const testApp = async ({
  working = false,
  settings = {},
  logger = pino({ enabled: false }),
  ...options
}: Options = {}) => {
  const ownDatabase = options.database ? undefined : await freshDatabase()
  const database = { ...ownDatabase!, ...options.database }
  const dataDir = mkdtempSync(join(tmpdir(), 'tradewind-data-'))
  const env = readSettings({ NODE_ENV: 'test', DATA_DIR: dataDir, ...settings })
  const open = nodeOpener(
    database,
    (connections) =>
      openAppContext(env, { ...connections, replicas: options.replicas ?? [] }, 'a secret of the tests, long enough', logger),
    working,
  )
  const { appContext, fastify } = await open.node()
  const close = async () => {
    await open.close()
    await ownDatabase?.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const { asOwner, whileLocked, whileUncommitted, whileClosed, dropListeners, waiting, app, owner } = database
  const people = await createTenantsAndUsers(appContext)
  return {
    appContext,
    fastify,
    open: open.node,
    ...people,
    as: client(fastify),
    /** The same as `as`, for another server. */
    on: client,
    ...manualJobs(appContext),
    asOwner,
    /** Makes jobs that wait for a retry due now, and notifies workers, which otherwise poll every five seconds. `change`: further assignments in the update of these jobs. */
    retryNow: (queue: string, change = '') =>
      asOwner(
        `with waiting as (update pgboss.job set start_after = now()${change} where name = $1 and state = 'retry' returning name)
         select pg_notify('pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24), name) from waiting limit 1`,
        [queue],
      ),
    whileLocked,
    whileUncommitted,
    whileClosed,
    dropListeners,
    waiting,
    app,
    owner,
    close,
  }
}
export type TestApp = Awaited<ReturnType<typeof testApp>>

/** Opens nodes of the application on one database. */
const nodeOpener = (
  { owner, app }: FreshDatabase,
  openContext: (connections: Parameters<typeof openAppContext>[1]) => Promise<AppContext>,
  working: boolean,
) => {
  const closeables: { close: () => Promise<unknown> }[] = []
  const maintenance = {
    ...owner,
    max: 1,
    options: `-c role=${roles.maintenance}`,
    pipelined: app.pipelined,
    sharded: app.sharded,
  }
  return {
    node: async () => {
      const appContext = await openContext({ owner, app, maintenance, roles, stop: async () => {} })
      if (working) await appContext.jobs.start(workers(appContext), routines(appContext))
      const fastify = buildApp(appContext)
      await fastify.ready()
      closeables.push({ close: () => fastify.close() }, appContext)
      return { appContext, fastify, as: client(fastify) }
    },
    close: async () => {
      for (const one of closeables) await one.close()
    },
  }
}

/** Runs a job directly, as a worker would, or calls its `giveUp` as after the last failed attempt. */
const manualJobs = (appContext: AppContext) => {
  const findWorker = (name: string) => workers(appContext).find(({ job }) => job.name === name)!
  return {
    work: (name: string, data: object) => findWorker(name).work(data as never),
    giveUp: (name: string, data: object) => findWorker(name).giveUp!(data as never),
    /** Runs a routine that the scheduler would run. */
    clock: (name: string) =>
      routines(appContext)
        .find((routine) => routine.name === name)!
        .work(),
  }
}

/** Creates two tenants and a function that creates users in them. */
const createTenantsAndUsers = async ({ db }: AppContext) => {
  const tenant = async (fullName: string, over: Partial<typeof tenants.$inferInsert> = {}) => {
    const [made] = await db.write(tenantScope(randomUUID()), (tx) =>
      tx
        .insert(tenants)
        .values({ fullName, ...over })
        .returning(),
    )
    return made!
  }
  const main = await tenant('Main', { isMain: true })
  const other = await tenant('Other', { domainName: 'other.test' })

  const someone = async (
    role: Role,
    { tenantId = main.uniqueId, permissions = [], verified = true, password, ...over }: UserOptions = {},
  ): Promise<TestUser> => {
    const emailAddress = `${role.toLowerCase()}.${randomUUID().slice(0, 8)}@example.test`
    const person = {
      firstName: 'Ann',
      lastName: role,
      emailAddress,
      role,
      ...over,
      ...(password && { passwordHash: await hashPassword(password) }),
      allowedCountries: [...(over.allowedCountries ?? [])],
    }
    return db.write(tenantScope(tenantId), async (tx) => {
      const [user] = await tx
        .insert(users)
        .values({ ...person, ...userEntity.computedColumns(person), verifiedAt: verified ? new Date().toISOString() : null })
        .returning()
      await grantPermissions(tx, user!.uniqueId, permissions)
      const { token } = await beginSession(tx, tenantId, user!.uniqueId, 'A test')
      return { ...actorOf(user!, permissions), token }
    })
  }
  return { main, other, tenant, someone }
}

/** Builds the HTTP request of a call: fields go into the path and headers, the others into query or body, by the method. */
const toRequest = ({ method, path, headers: inHeaders = {} }: CallTarget, input: unknown, given: Record<string, string>) => {
  const fields = { ...(input as Record<string, unknown>) }
  const url = path.replace(/:(\w+)/g, (_, key: string) => {
    const value = fields[key]
    delete fields[key]
    return encodeURIComponent(String(value))
  })
  const headers = { ...given }
  for (const [field, name] of Object.entries(inHeaders)) {
    if (field in fields) headers[name] = String(fields[field])
    delete fields[field]
  }
  const { bytes, ...rest } = fields
  const query = Object.fromEntries(
    Object.entries(rest).map(([field, value]) => [field, Array.isArray(value) ? value.map(String) : String(value)]),
  )
  if (bytes instanceof Readable)
    return { method, url, headers: { 'content-type': BYTES_TYPE, ...headers }, query, payload: bytes }
  const hasBody = method !== 'GET' && (method !== 'DELETE' || Object.values(rest).some((value) => typeof value === 'object'))
  return { method, url, headers, ...(hasBody ? { payload: toBody(fields) } : { query }) }
}
type CallTarget = Pick<Endpoint, 'method' | 'path' | 'headers'>

/** Calls an endpoint as a user, or as a visitor. */
const client = (fastify: FastifyInstance) => (who: Pick<TestUser, 'token'> | undefined) => {
  const send = (call: CallTarget, input: unknown = {}, headers: Record<string, string> = {}) =>
    fastify.inject(toRequest(call, input, { ...(who ? { authorization: `Bearer ${who.token}` } : {}), ...headers }))

  return {
    send,
    /** Returns the reply's data; throws an error with the status where the call was refused. */
    call: async <E extends Endpoint>(
      endpoint: E,
      input: z.input<E['input']>,
      headers?: Record<string, string>,
    ): Promise<z.input<E['reply']>> => {
      const response = await send(endpoint, input, headers)
      if (endpoint.replyType === 'headers' && response.statusCode === 204) return response.headers as z.input<E['reply']>
      const body = response.json()
      if (response.statusCode >= 400) throw Object.assign(new Error(body.message), body, { status: response.statusCode })
      return endpoint.replyType === 'list' ? body : body.data
    },
  }
}

const toBody = (fields: Record<string, unknown>) => {
  if (!Object.values(fields).some((field) => field instanceof Blob)) return fields
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value instanceof Blob ? value : String(value))
  return form
}
