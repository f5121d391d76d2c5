import type { Files } from '@tradewind/byte-store/files'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import pino from 'pino'
import { tenantScope } from '#kit/database/database'
import { beginSession } from '#platform/identity/sessions'
import { tenants } from '#platform/schema/tenant.table'
import { userEntity, users } from '#platform/schema/user.table'
import { buildApp, routines, workers } from '../../src/app.ts'
import { openAppContext } from '../../src/appContext.ts'
import { connect } from '../../src/connect.ts'
import { readSettings } from '../../src/env.ts'

/** The operation of the store that fails, once for each order. */
export type Fault = 'append' | 'breaks' | 'combine' | 'show' | 'drop'

/** Creates a tenant and a user in it, whose token is written next to the data. */
const createUser = async () => {
  const { db } = appContext
  const [tenant] = await db.as(tenantScope()).select().from(tenants)
  if (tenant) return
  const [made] = await db.write(tenantScope(), (tx) => tx.insert(tenants).values({ fullName: 'Main', isMain: true }).returning())
  const { uniqueId: tenantId } = made!
  const role = 'ROLE_TENANT_ADMIN'
  const person = { firstName: 'Ann', lastName: 'Admin', emailAddress: 'ann@example.test', role } as const
  const { token } = await db.write(tenantScope(tenantId), async (tx) => {
    const verifiedAt = new Date().toISOString()
    const values = { ...person, ...userEntity.computedColumns({ ...person, allowedCountries: [] }), verifiedAt }
    const [user] = await tx.insert(users).values(values).returning()
    return beginSession(tx, tenantId, user!.uniqueId, 'A test')
  })
  writeFileSync(join(env.dataDir, 'token'), token)
}

/* The application without its pages, in a process that will be killed. */
const SECRET = 'a secret of the tests, long enough'
const noSpaceError = () => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })

export interface FaultOrder {
  fault: Fault
  /** The number of bytes after which it fails, for a fault in the middle. */
  bytes: number
}

const orders: FaultOrder[] = []
process.on('message', (order: FaultOrder) => orders.push(order))
const takeOrder = (fault: Fault) => {
  const at = orders.findIndex((order) => order.fault === fault)
  return at < 0 ? undefined : orders.splice(at, 1)[0]
}

/** Passes data on until the disk is full. */
const failAfter = (source: Readable, { bytes }: FaultOrder) => {
  const left = { bytes }
  const flow = new PassThrough()
  flow.on('error', () => {}) // the reader receives the error
  source.on('data', (chunk: Buffer) => {
    left.bytes -= chunk.length
    if (left.bytes < 0) flow.destroy(noSpaceError())
    else flow.write(chunk)
  })
  source.on('end', () => flow.destroy(noSpaceError()))
  source.on('error', (error) => flow.destroy(error))
  return flow
}

const withFaults = (files: Files): Files => ({
  ...files,
  append: async (tenantId, pieces, source) => {
    if (takeOrder('append')) return { pieces: [...pieces], problem: noSpaceError() }
    const order = takeOrder('breaks')
    return files.append(tenantId, pieces, order ? failAfter(source, order) : source)
  },
  combine: async (tenantId, pieces) => {
    if (takeOrder('combine')) throw noSpaceError()
    const { show, ...united } = await files.combine(tenantId, pieces)
    return { ...united, show: () => (takeOrder('show') ? Promise.reject(noSpaceError()) : show()) }
  },
  drop: async (tenantId, pieces) => {
    if (takeOrder('drop')) throw noSpaceError()
    return files.drop(tenantId, pieces)
  },
})

const env = readSettings({ NODE_ENV: 'test', DATA_DIR: process.argv[2]!, PORT: process.argv[3] })
const logger = pino({ level: 'silent' })
const opened = await openAppContext(env, await connect(env, SECRET, logger), SECRET, logger)
const appContext = { ...opened, files: withFaults(opened.files) }
await appContext.jobs.start(workers(appContext), routines(appContext))
await createUser()
const app = buildApp(appContext)
await app.listen({ port: env.port, host: '127.0.0.1' })
process.send!('listening')
