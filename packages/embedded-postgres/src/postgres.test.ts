import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { installedPackage, usableBinaries } from './cluster.ts'
import { identityFor } from './identity.ts'
import { type Postgres, startPostgres } from './postgres.ts'

const isRoot = process.getuid?.() === 0
const patiently = { timeout: 20_000 }
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
const settings = { shared_buffers: '16MB' }
const folder = fs.mkdtempSync(join(tmpdir(), 'postgres-'))
const running: Postgres[] = []
const children: ChildProcess[] = []

/** A data folder with a row; every test leaves it without a running server. */
const used = join(folder, 'used')

beforeAll(async () => {
  fs.chmodSync(folder, 0o755)
  await keepARow(await start(used))
  await stopAll()
})
afterEach(async () => {
  await stopAll()
  for (const child of children.splice(0)) await killTree(child)
  await expectGone(used)
})
afterAll(() => fs.rmSync(folder, { recursive: true, maxRetries: 10 }))

const start = async (dataDir: string, info: (text: string) => void = () => undefined) => {
  const postgres = await startPostgres({ dataDir, settings, log: { info, warn: info } })
  running.push(postgres)
  return postgres
}
const stopAll = () => Promise.all(running.splice(0).map((postgres) => postgres.stop()))

/** Another process of the application, the leader of its own process group. */
const spawnOwner = (dataDir: string) => {
  const script = `
    const { startPostgres } = await import(${JSON.stringify(new URL('postgres.ts', import.meta.url).href)})
    await startPostgres(${JSON.stringify({ dataDir, settings })})
    console.log('ready')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return child
}
const startElsewhere = async (dataDir: string) => {
  const child = spawnOwner(dataDir)
  await once(child.stdout, 'data')
  return child
}
const killTree = async (child: ChildProcess) => {
  if (child.exitCode !== null || child.signalCode !== null) return
  process.kill(-child.pid!, 'SIGKILL')
  await once(child, 'exit')
}

const query = async (postgres: Postgres, sql: string) => {
  const client = new Client(postgres.adminUrl())
  try {
    await client.connect()
    const { rows } = await client.query<{ value: string }>(sql)
    return rows[0]?.value
  } finally {
    await client.end()
  }
}
const keepARow = (postgres: Postgres) => query(postgres, `create table kept as select 'a row' as value`)
const theRow = (postgres: Postgres) => query(postgres, 'select value from kept')
const countRestarts = (postgres: Postgres) => {
  let count = 0
  postgres.onRestart(() => count++)
  return () => count
}

const pidFile = (dataDir: string) => join(dataDir, 'postmaster.pid')
const postmaster = (dataDir: string) => Number.parseInt(fs.readFileSync(pidFile(dataDir), 'utf8'), 10)
const expectGone = (dataDir: string) => expect.poll(() => fs.existsSync(pidFile(dataDir)), patiently).toBe(false)
const remainsOf = (dataDir: string) => fs.readdirSync(folder).filter((name) => join(folder, name).startsWith(`${dataDir}.new-`))

test('the first start creates the database, and a restart keeps its data', async () => {
  const dataDir = join(folder, 'first, and "quoted"')
  const first = await start(dataDir)
  await keepARow(first)
  await first.stop()
  expect(fs.existsSync(pidFile(dataDir))).toBe(false)
  expect(await theRow(await start(dataDir))).toBe('a row')
})

test('text is UTF-8 and folds the same in every locale, pages have checksums, and nothing listens on the network', async () => {
  const postgres = await start(used)
  const setting = (name: string) => query(postgres, `select current_setting('${name}') as value`)
  const locale = `select datlocale as value from pg_database where datname = 'tradewind' and datlocprovider = 'b'`
  expect(await query(postgres, locale)).toBe('C.UTF-8')
  expect(await query(postgres, `select lower('ÉÅŠ') as value`)).toBe('éåš')
  expect(await setting('server_encoding')).toBe('UTF8')
  expect(await setting('data_checksums')).toBe('on')
  expect(await setting('listen_addresses')).toBe('')
})

test('the socket is in a folder that only its owner can enter', async () => {
  const { socketDir } = await start(used)
  expect(fs.statSync(socketDir).mode & 0o777).toBe(0o700)
})

test('works in a deep folder with spaces and commas, and the socket folder is private there too', async () => {
  const postgres = await start(join(folder, 'a folder, deep '.repeat(8), 'postgres'))
  await keepARow(postgres)
  expect(await theRow(postgres)).toBe('a row')
  expect(fs.statSync(postgres.socketDir).mode & 0o777).toBe(0o700)
  fs.rmSync(postgres.socketDir, { recursive: true })
})

test('the database answers again at the same address after its server is killed', async () => {
  const postgres = await start(used)
  const restarts = countRestarts(postgres)
  process.kill(postmaster(used), 'SIGKILL')
  await expect.poll(restarts, patiently).toBe(1)
  expect(await theRow(postgres)).toBe('a row')
})

test('the server stops when its owner process is killed, and the next start has every row', async () => {
  const dataDir = join(folder, 'orphan')
  const owner = await startElsewhere(dataDir)
  const shared = await start(dataDir)
  await keepARow(shared)
  await shared.stop()
  expect(fs.existsSync(pidFile(dataDir))).toBe(true)
  owner.kill('SIGKILL')
  await expectGone(dataDir)
  expect(await theRow(await start(dataDir))).toBe('a row')
})

test('a second process shares the server, and takes over when the first is killed', async () => {
  const owner = await startElsewhere(used)
  const server = postmaster(used)
  const said: string[] = []
  const second = await start(used, (text) => said.push(text))
  const restarts = countRestarts(second)
  expect(said).toEqual([`Shares the PostgreSQL that runs in ${used}.`])
  expect(await theRow(second)).toBe('a row')
  expect(postmaster(used)).toBe(server)
  owner.kill('SIGKILL')
  await expect.poll(restarts, patiently).toBe(1)
  expect(await theRow(second)).toBe('a row')
  expect(postmaster(used)).not.toBe(server)
})

test('two simultaneous starts on an empty folder serve the same rows', async () => {
  const dataDir = join(folder, 'raced')
  const [first, second] = await Promise.all([start(dataDir), start(dataDir)])
  await keepARow(first)
  expect(await theRow(second)).toBe('a row')
})

test('starts despite lock files of a crash whose process id now belongs to an unrelated process', async () => {
  const owner = await startElsewhere(used)
  const locks = [pidFile(used), join(used, '.s.PGSQL.5432.lock')]
  const texts = locks.map((file) => fs.readFileSync(file, 'utf8'))
  await killTree(owner)
  await expectGone(used)
  const { uid, gid } = fs.statSync(used)
  const stranger = spawn('sleep', ['1000'], { uid, gid, detached: true, cwd: '/' })
  children.push(stranger)
  for (const [i, file] of locks.entries()) fs.writeFileSync(file, texts[i]!.replace(/^\d+/, String(stranger.pid)))
  expect(await theRow(await start(used))).toBe('a row')
  expect(stranger.exitCode).toBeNull()
})

test('a first start that is killed midway leaves no incomplete data folder', async () => {
  const dataDir = join(folder, 'interrupted')
  const owner = spawnOwner(dataDir)
  await expect.poll(() => remainsOf(dataDir), { ...patiently, interval: 5 }).toHaveLength(1)
  await killTree(owner)
  expect(fs.existsSync(dataDir)).toBe(false)
  expect(remainsOf(dataDir)).toHaveLength(1)
  const postgres = await start(dataDir)
  await keepARow(postgres)
  expect(await theRow(postgres)).toBe('a row')
  expect(remainsOf(dataDir)).toEqual([])
})

test('rejects data of another major version with one sentence, and leaves it untouched', async () => {
  const dataDir = join(folder, 'older')
  fs.mkdirSync(dataDir)
  fs.writeFileSync(join(dataDir, 'PG_VERSION'), '17\n')
  await expect(start(dataDir)).rejects.toThrow(/were made by PostgreSQL 17 and this is PostgreSQL 18/)
  expect(fs.readdirSync(dataDir)).toEqual(['PG_VERSION'])
})

test('rejects a folder of other files, and leaves it untouched', async () => {
  const dataDir = join(folder, 'letters')
  fs.mkdirSync(dataDir)
  fs.writeFileSync(join(dataDir, 'letter.txt'), 'Dear Sir')
  await expect(start(dataDir)).rejects.toThrow(/holds other files and no PostgreSQL data/)
  expect(fs.readdirSync(dataDir)).toEqual(['letter.txt'])
})

test('a server that cannot start reports why', async () => {
  const started = startPostgres({ dataDir: used, settings: { shared_buffers: 'plenty' } })
  await expect(started).rejects.toThrow(/invalid value for parameter "shared_buffers": "plenty" \(see .*used\.log\)/)
})

test('moves a log of more than 10 MB aside at the next start', async () => {
  const size = 10 * 1024 * 1024 + 1
  fs.writeFileSync(`${used}.log`, Buffer.alloc(size, 'x'))
  await start(used)
  expect(fs.statSync(`${used}.log.1`).size).toBe(size)
  expect(fs.statSync(`${used}.log`).size).toBeLessThan(100_000)
})

test('adds the library links of the programs that npm did not create', async () => {
  const packageDir = join(folder, 'package')
  fs.cpSync(installedPackage(), packageDir, { recursive: true, filter: (path) => !fs.lstatSync(path).isSymbolicLink() })
  expect(await usableBinaries(packageDir, {}, used)).toBe(join(packageDir, 'native/bin'))
})

test.runIf(isRoot)('runs the server as another user when root starts it (needs root)', async () => {
  await start(used)
  expect(fs.statSync(`/proc/${postmaster(used)}`).uid).not.toBe(0)
})

test.runIf(isRoot)('root can have its data in a private folder (needs root)', async () => {
  const secret = join(folder, 'private-data')
  fs.mkdirSync(secret, { mode: 0o700 })
  const postgres = await start(join(secret, 'postgres'))
  await keepARow(postgres)
  expect(await theRow(postgres)).toBe('a row')
  expect(fs.readdirSync(join(secret, 'postgres'))).toContain('PG_VERSION')
})

test.runIf(isRoot)(
  'copies programs from a private folder of root to where the server’s user can run them (needs root)',
  async () => {
    const secret = join(folder, 'private-programs')
    fs.mkdirSync(secret, { mode: 0o700 })
    fs.cpSync(installedPackage(), join(secret, 'package'), { recursive: true, verbatimSymlinks: true })
    const binaries = await usableBinaries(join(secret, 'package'), identityFor(used), used)
    expect(binaries).toMatch(new RegExp(`^${folder}/postgres-18[^/]*/native/bin$`))
  },
)
