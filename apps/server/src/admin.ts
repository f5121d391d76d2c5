import { z } from 'zod'
import { workers } from './app.ts'
import { type AppContext, openAppContext } from './appContext.ts'
import { connect } from './connect.ts'
import { type Env, openLog, readSettings, secretOf } from './env.ts'
import { openJobs } from './kit/jobs.ts'
import { invite } from './superAdmins.ts'

const usage = `Use it as one of:
  npm run admin -- invite someone@example.com
  npm run admin -- migrate`

/** Opens the installation for a command, with the same settings as the server. */
const open = async (env: Env) => {
  const secret = secretOf(env)
  const logger = openLog('error')
  return { secret, logger, connections: await connect(env, secret, logger) }
}

/** Invites a super admin; the server may be running or not. */
const inviteSuperAdmin = async (env: Env, address: string) => {
  const { secret, logger, connections } = await open(env)
  const appContext = await openAppContext(env, connections, secret, logger)
  try {
    await invite(appContext, address)
  } finally {
    await appContext.close()
    await connections.stop()
  }
  return `A letter to ${address} is on its way, with a link to set a password. It goes out while Tradewind runs.`
}

/** Migrates the database and the queues to this version, as each start does, and does nothing else. */
const migrateAll = async (env: Env) => {
  const { logger, connections } = await open(env)
  try {
    const jobs = await openJobs(connections.owner, logger, connections.roles)
    await jobs.declare(workers({} as AppContext))
    await jobs.stop()
  } finally {
    await connections.stop()
  }
  return 'The database is at the version of this release.'
}

const settings = () => readSettings(process.env)

const work = async ([command, address]: string[]) => {
  if (command === 'migrate') return migrateAll(settings())
  if (command === 'invite' && z.email().safeParse(address).success) return inviteSuperAdmin(settings(), address!)
  throw new Error(usage)
}

await work(process.argv.slice(2)).then(
  (done) => {
    process.stdout.write(`${done}\n`)
    process.exit(0)
  },
  (error: Error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  },
)
