import { type Env, InvalidSetting, readSettings } from './env.ts'
import { demoPeople } from './platform/user/user.demo.ts'
import { trimMemory } from './services/memory.ts'
import { start } from './start.ts'

const say = (line = '') => process.stdout.write(`${line}\n`)

const settings = () => {
  try {
    return readSettings(process.env)
  } catch (error) {
    if (!(error instanceof InvalidSetting)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

const printWelcome = (address: string, env: Env) => {
  const url = env.appUrl ?? address.replace('127.0.0.1', 'localhost')
  say()
  say(`  Tradewind is at ${url}`)
  if (env.production) return
  say(`  Mails are kept at ${url}/dev/mailbox`)
  say()
  say(`  Sign in with the password ${env.demoPassword} as`)
  for (const { emailAddress, description } of demoPeople) say(`    ${emailAddress.padEnd(32)} ${description}`)
  say()
}

/** Milliseconds after which the process exits even if something does not finish. PostgreSQL then notices, and ends on its own. */
const EXIT_TIMEOUT = 27_000

/** Handles all termination signals, also repeated ones and during the start: what has begun finishes first, then the process exits. */
const stopOnSignals = (stop: () => Promise<void>) => {
  let isEnding = false
  const end = () => {
    if (isEnding) return
    isEnding = true
    setTimeout(() => process.exit(1), EXIT_TIMEOUT).unref()
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) process.on(signal, end)
  process.once('disconnect', end) // the process that watches the sources has ended
}

const env = settings()
try {
  const started = start(env, { dev: process.argv.includes('--dev') })
  stopOnSignals(async () => (await started).stop())
  const { address, notice } = await started
  trimMemory()
  printWelcome(address, env)
  if (notice) process.stderr.write(`\n  ${notice}\n`)
} catch (error) {
  process.stderr.write(`Tradewind could not start: ${(error as Error).message}\n`)
  if (env.logLevel === 'debug') process.stderr.write(`${(error as Error).stack}\n`)
  process.exit(1)
}
