import { expect, test } from '@playwright/test'
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../scripts/run.ts'
import { freePort } from './kit/app.ts'

// Reads the process table, and starts the whole product several times.
test.skip(process.platform !== 'linux', 'The table of processes is read from /proc')
test.describe.configure({ mode: 'serial', timeout: 180_000 })

let folder: string
let startedProcess: ChildProcess | undefined
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tradewind-start-'))
})
test.afterEach(async () => {
  startedProcess?.kill('SIGTERM')
  await expect.poll(() => !startedProcess || hasEnded(startedProcess), { timeout: 60_000 }).toBe(true)
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

const settingsAt = (port: number) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PORT: String(port),
  DATA_DIR: join(folder, 'data'),
  APP_URL: `http://127.0.0.1:${port}`,
  APP_SECRET: 'a secret of the tests, long enough',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'no-reply@tradewind.test',
  LOG_LEVEL: 'error',
})

const run = (command: string, args: string[], port: number, over: Record<string, string> = {}) => {
  const child = spawn(command, args, { cwd: root, env: { ...settingsAt(port), ...over }, stdio: ['ignore', 'pipe', 'pipe'] })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  return { child, said: () => said.join('') }
}

/** Whether it accepts requests: the start has finished, not only begun. */
const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

const startThroughNpm = async () => {
  const port = await freePort()
  const { child, said } = run('npm', ['start'], port)
  startedProcess = child
  await expect.poll(() => hasEnded(child) || isReady(port), { timeout: 120_000 }).toBe(true)
  expect(hasEnded(child), said()).toBe(false)
  return { npm: child.pid!, port }
}

interface Running {
  pid: number
  command: string
}

/** A process with all its descendants. Leaves out zombies. */
const processTree = (pid: number): Running[] => {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [, statFields = ''] = /\) (.*)$/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? []
        const [state, parent] = statFields.split(' ')
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')
        return state === 'Z' ? [] : [{ pid: Number(name), parent: Number(parent), command }]
      } catch {
        return [] // it exited while it was read
      }
    })
  const descendantsOf = (one: number): Running[] =>
    all.filter(({ parent }) => parent === one).flatMap((child) => [child, ...descendantsOf(child.pid)])
  return [...all.filter((one) => one.pid === pid), ...descendantsOf(pid)]
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer().once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

const stillRunning = (family: readonly Running[]) =>
  family.filter(({ pid, command }) => existsSync(`/proc/${pid}`) && processTree(pid).some((one) => one.command === command))

const findNodeProcess = (family: readonly Running[]) => family.find(({ command }) => command.includes('scripts/start.ts'))!

const signalCases: readonly [signal: NodeJS.Signals, to: 'npm' | 'node'][] = [
  ['SIGTERM', 'npm'],
  ['SIGHUP', 'npm'], // npm does not forward it
  ['SIGKILL', 'node'],
]
for (const [signal, to] of signalCases)
  test(`${signal} to ${to} ends all processes of npm start, including PostgreSQL, and frees the port`, async () => {
    const { npm, port } = await startThroughNpm()
    const family = processTree(npm)
    expect(family.filter(({ command }) => command.includes('postgres')).length).toBeGreaterThan(0)
    process.kill(to === 'npm' ? npm : findNodeProcess(family).pid, signal)
    await expect.poll(() => stillRunning(family), { timeout: 30_000 }).toEqual([])
    expect(await isFree(port)).toBe(true)
  })

test('a second signal doesn’t interrupt the shutdown that the first one started', async () => {
  const { npm, port } = await startThroughNpm()
  const family = processTree(npm)
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) process.kill(findNodeProcess(family).pid, signal)
  await expect.poll(() => stillRunning(family), { timeout: 30_000 }).toEqual([])
  await expect.poll(() => startedProcess!.exitCode).toBe(0)
  expect(await isFree(port)).toBe(true)
})

test('node alone starts and stops the app', async () => {
  const port = await freePort()
  const { child, said } = run(process.execPath, ['apps/server/src/main.ts'], port)
  startedProcess = child
  await expect.poll(() => hasEnded(child) || isReady(port), { timeout: 120_000 }).toBe(true)
  expect(hasEnded(child), said()).toBe(false)
  const family = processTree(child.pid!)
  child.kill('SIGTERM')
  await expect.poll(() => stillRunning(family), { timeout: 30_000 }).toEqual([])
  await expect.poll(() => child.exitCode).toBe(0)
})

test('a port in use is reported in one line, and no database is created', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await expect.poll(() => other.listening).toBe(true)
  const { port } = other.address() as { port: number }
  const dataDir = join(folder, 'of a second start')
  const { child, said } = run(process.execPath, ['apps/server/src/main.ts'], port, { DATA_DIR: dataDir })
  startedProcess = child
  await expect.poll(() => hasEnded(child), { timeout: 60_000 }).toBe(true)
  other.close()
  expect(said()).toBe(
    `Tradewind could not start: port ${port} of 127.0.0.1 is taken by another program: set PORT to a free one, or end that program\n`,
  )
  expect(child.exitCode).toBe(1)
  expect(existsSync(dataDir)).toBe(false)
})
