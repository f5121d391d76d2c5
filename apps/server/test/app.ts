import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Endpoint } from '@tradewind/contract/kit/endpoint'
import type { Actor, Role } from '@tradewind/contract/roles'
import pg from 'pg'
import pino from 'pino'
import { inject } from 'vitest'
import type { z } from 'zod'
import { actorOf, beginSession } from '#features/identity/sessions'
import { tenants } from '#features/tenant/tenant.table'
import { userPermissions, users } from '#features/user/user.table'
import { tenantScope } from '#kit/database/database'
import { buildApp, routines, workers } from '../src/app.ts'
import { readSettings } from '../src/env.ts'
import { openHouse } from '../src/house.ts'

const adminUrl = (database: string) => {
  const url = new URL(inject('postgres'))
  url.pathname = `/${database}`
  return url
}

/** Signs in as somebody, without the password's cost. */
export interface Someone extends Actor {
  token: string
}
type Extra = Partial<Pick<Actor, 'permissions' | 'allowedCountries'>> & { tenantId?: string; passwordHash?: string; emailAddress?: string; verified?: boolean }

/** A fresh database, the whole application on it, and clients that call it as somebody. `working`: its jobs are done, too. */
export const testApp = async ({ working = false, settings = {} }: { working?: boolean; settings?: NodeJS.ProcessEnv } = {}) => {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const dataDir = mkdtempSync(join(tmpdir(), 'tradewind-data-'))
  const admin = new pg.Client(adminUrl('postgres').href)
  await admin.connect()
  await admin.query(`create database ${name} template template_house`)
  const owner = { connectionString: adminUrl(name).href }
  const app = { host: adminUrl(name).searchParams.get('host')!, port: Number(adminUrl(name).port), user: 'tradewind_app', database: name, max: 6 }
  const connections = { owner, app, maintenance: { ...owner, max: 1, options: '-c role=tradewind_maintenance' }, stop: async () => {} }
  const env = readSettings({ NODE_ENV: 'test', DATA_DIR: dataDir, ...settings })
  const house = await openHouse(env, connections, 'a secret of the tests, long enough', pino({ enabled: false }))
  if (working) await house.jobs.start(workers(house), routines(house))
  const fastify = buildApp(house)
  await fastify.ready()

  const tenant = async (fullName: string, over: Partial<typeof tenants.$inferInsert> = {}) => {
    const [made] = await house.db.write(tenantScope(randomUUID()), (tx) => tx.insert(tenants).values({ fullName, ...over }).returning())
    return made!
  }
  const main = await tenant('Main', { isMain: true })
  const other = await tenant('Other', { domainName: 'other.test' })

  const someone = async (role: Role, { tenantId = main.uniqueId, permissions = [], verified = true, ...over }: Extra = {}): Promise<Someone> => {
    const emailAddress = `${role.toLowerCase()}.${randomUUID().slice(0, 8)}@example.test`
    const values = { firstName: 'Ann', lastName: role, emailAddress, role, ...over, allowedCountries: [...(over.allowedCountries ?? [])] }
    return house.db.write(tenantScope(tenantId), async (tx) => {
      const [user] = await tx.insert(users).values({ ...values, verifiedAt: verified ? new Date().toISOString() : null }).returning()
      for (const key of permissions) await tx.insert(userPermissions).values({ userId: user!.uniqueId, key })
      const { token } = await beginSession(tx, tenantId, user!.uniqueId, 'A test')
      return { ...actorOf(user!, permissions), token }
    })
  }

  const send = (who: Someone | undefined, { method, path }: Pick<Endpoint, 'method' | 'path'>, input: unknown = {}, headers: Record<string, string> = {}) => {
    const fields = { ...(input as Record<string, unknown>) }
    const url = path.replace(/:(\w+)/g, (_, key: string) => {
      const value = fields[key]
      delete fields[key]
      return encodeURIComponent(String(value))
    })
    const query = Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, String(value)]))
    return fastify.inject({
      method,
      url,
      headers: { ...(who ? { authorization: `Bearer ${who.token}` } : {}), ...headers },
      ...(method === 'GET' || method === 'DELETE' ? { query } : { payload: bodyOf(fields) }),
    })
  }

  const as = (who: Someone | undefined) => ({
    send: (endpoint: Endpoint, input?: unknown, headers?: Record<string, string>) => send(who, endpoint, input, headers),
    /** The reply's data, or what was refused as an error with its status. */
    call: async <E extends Endpoint>(endpoint: E, input: z.input<E['input']>, headers?: Record<string, string>): Promise<z.input<E['reply']>> => {
      const response = await send(who, endpoint, input, headers)
      const body = response.json()
      if (response.statusCode >= 400) throw Object.assign(new Error(body.message), body, { status: response.statusCode })
      return endpoint.answers === 'list' ? body : body.data
    },
  })

  const close = async () => {
    await fastify.close()
    await house.close()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
    rmSync(dataDir, { recursive: true, force: true })
  }
  /** Queries as the owner, whom no wall stops. */
  const asOwner = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) => {
    const client = new pg.Client(owner)
    await client.connect()
    try {
      return (await client.query<Row>(text, values)).rows
    } finally {
      await client.end()
    }
  }
  return { house, fastify, main, other, tenant, someone, as, asOwner, close }
}
export type TestApp = Awaited<ReturnType<typeof testApp>>

const bodyOf = (fields: Record<string, unknown>) => {
  if (!Object.values(fields).some((field) => field instanceof Blob)) return fields
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value instanceof Blob ? value : String(value))
  return form
}
