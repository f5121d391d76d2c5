import { flushCompileCache } from 'node:module'
import pino from 'pino'
import { buildApp, routines, workers } from '../src/app.ts'
import { openAppContext } from '../src/appContext.ts'
import { readSettings } from '../src/env.ts'
import { roles } from './roles.ts'

/** A node in a process of its own on a test database: it runs jobs and answers calls until it is killed. Prints the port that it listens on. */
const { owner, app, dataDir, settings = {} } = JSON.parse(process.argv[2] ?? '{}')
const env = readSettings({ NODE_ENV: 'test', DATA_DIR: dataDir, ...settings })
const maintenance = { ...owner, max: 1, options: `-c role=${roles.maintenance}`, pipelined: app.pipelined, sharded: app.sharded }
const connections = { owner, app, maintenance, roles, stop: async () => {} }
const appContext = await openAppContext(env, connections, 'a secret of the tests, long enough', pino({ enabled: false }))
await appContext.jobs.start(workers(appContext), routines(appContext))
const fastify = buildApp(appContext)
flushCompileCache() // it is killed, so this cannot wait until its exit: the next node finds the app compiled
const address = await fastify.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${new URL(address).port}\n`)
