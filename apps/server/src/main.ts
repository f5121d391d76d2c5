import { demoPeople } from './features/user/user.demo.ts'
import { type Env, readSettings, WrongSetting } from './env.ts'
import { start } from './start.ts'

const say = (line = '') => process.stdout.write(`${line}\n`)

const settings = () => {
  try {
    return readSettings(process.env)
  } catch (error) {
    if (!(error instanceof WrongSetting)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

const greet = (address: string, env: Env) => {
  const url = env.appUrl ?? address.replace('127.0.0.1', 'localhost')
  say()
  say(`  Tradewind is at ${url}`)
  if (env.production) return
  say(`  Mails are kept at ${url}/dev/mailbox`)
  say()
  say(`  Sign in with the password ${env.demoPassword} as`)
  for (const { emailAddress, what } of demoPeople) say(`    ${emailAddress.padEnd(32)} ${what}`)
  say()
}

const env = settings()
try {
  const { address, stop } = await start(env, { dev: process.argv.includes('--dev') })
  greet(address, env)
  const end = () => void stop().then(() => process.exit(0))
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
} catch (error) {
  process.stderr.write(`Tradewind could not start: ${(error as Error).message}\n`)
  if (env.logLevel === 'debug') process.stderr.write(`${(error as Error).stack}\n`)
  process.exit(1)
}
