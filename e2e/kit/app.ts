import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findBrowser } from '../../scripts/browser.ts'
import { root } from '../../scripts/run.ts'

const START_TIMEOUT = 120_000 // ms: the first start makes a database and seeds it
/** The secret that signs a mail server's bounce reports. */
export const bounceSecret = 'a secret of the browser tests, long enough'
const log = join(root, 'test-results/app.log')

export const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Returns the reply of /readyz if it is not ready, otherwise undefined. */
const readinessProblem = (address: string) =>
  fetch(`${address}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
    async (answer) => (answer.ok ? undefined : `${answer.status} ${await answer.text()}`),
    (error: Error) => error.message,
  )

const waitUntilReady = async (app: ChildProcess, address: string) => {
  const end = Date.now() + START_TIMEOUT
  for (let trouble = await readinessProblem(address); trouble; trouble = await readinessProblem(address)) {
    if (app.exitCode !== null || Date.now() > end)
      throw new Error(`The app did not start: /readyz: ${trouble}. It printed:\n${readFileSync(log, 'utf8')}`)
    await sleep(100)
  }
}

const stop = async (app: ChildProcess) => {
  if (app.exitCode !== null || app.signalCode !== null) return
  app.kill('SIGTERM')
  const exited = once(app, 'exit')
  const killTimer = setTimeout(() => app.kill('SIGKILL'), 15_000)
  await exited
  clearTimeout(killTimer)
}

/** Before the first test: finds a browser, and starts the real app with demo data in a folder of its own. Returns the teardown function. */
export default async () => {
  process.env.CHROMIUM_PATH = await findBrowser()
  if (process.env.APP_ADDRESS) return undefined // an app that already runs, given by its address
  const folder = mkdtempSync(join(tmpdir(), 'tradewind-'))
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  mkdirSync(join(root, 'test-results'), { recursive: true })
  const output = openSync(log, 'w')
  const app = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: String(port),
      DATA_DIR: folder,
      TRUST_PROXY: '127.0.0.1',
      MAIL_BOUNCE_SECRET: bounceSecret,
    },
    stdio: ['ignore', output, output],
  })
  const end = async () => {
    await stop(app)
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
  await waitUntilReady(app, address).catch(async (error: unknown) => {
    await end()
    throw error
  })
  process.env.APP_ADDRESS = address
  return end
}
