import { z } from 'zod'
import { openAppContext } from './appContext.ts'
import { connect } from './connect.ts'
import { openLog, readSettings, secretOf } from './env.ts'
import { invite } from './superAdmins.ts'

const usage = 'npm run admin -- invite someone@example.com'

const addressOf = ([command, address]: string[]) => {
  if (command !== 'invite' || !z.email().safeParse(address).success) throw new Error(`Use it as: ${usage}`)
  return address!
}

/** Does what is asked on the command line, beside the server or without it: with the same settings. */
const work = async () => {
  const address = addressOf(process.argv.slice(2))
  const env = readSettings(process.env)
  const secret = secretOf(env)
  const logger = openLog('error')
  const connections = await connect(env, secret, logger)
  const appContext = await openAppContext(env, connections, secret, logger)
  try {
    await invite(appContext, address)
  } finally {
    await appContext.close()
    await connections.stop()
  }
  process.stdout.write(`A letter to ${address} is on its way, with a link to set a password. It goes out while Tradewind runs.\n`)
}

await work().then(
  () => process.exit(0),
  (error: Error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  },
)
