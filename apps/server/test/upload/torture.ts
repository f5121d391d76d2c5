import { openFolder } from '@tradewind/byte-store/folder'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { openProcess, type Process } from './process.ts'
import type { Fault } from './server.ts'
import { type Answer, call, patch } from './wire.ts'

/** How an upload is interrupted, and how often of a hundred times. */
const kinds = { abort: 58, answer: 12, takeover: 8, store: 14, connections: 4, database: 1, kill: 3 }
type Kind = keyof typeof kinds
const faults: readonly Fault[] = ['arrive', 'breaks', 'unite', 'show', 'drop']

/** Seeded pseudo-random numbers: Mulberry32. */
const dice = (seed: number) => {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (most: number) => Math.floor(next() * most)
  return { next, below }
}
type Dice = ReturnType<typeof dice>

const kindBy = ({ below }: Dice): Kind => {
  let at = below(Object.values(kinds).reduce((sum, share) => sum + share, 0))
  return (Object.keys(kinds) as Kind[]).find((kind) => (at -= kinds[kind]) < 0)!
}

const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Bytes that no other file has. */
const madeOf = (size: number, { below }: Dice) => {
  const bytes = Buffer.alloc(size)
  const block = createHash('sha512')
    .update(`${below(2 ** 31)} ${randomUUID()}`)
    .digest()
  for (let at = 0; at < size; at += block.length) block.copy(bytes, at)
  for (let at = 0; at < size; at += 4096) bytes.writeUInt8(below(256), at)
  return bytes
}
const sizeBy = ({ next, below }: Dice) => (next() < 0.4 ? 1 + below(20_000) : 1 + below(next() < 0.1 ? 6_000_000 : 1_200_000))

interface Made {
  uniqueId: string
  path: string
  bytes: Buffer
}

/** Sends a request until the response is no request to retry. */
const insist = async ({ child }: Process, ask: () => Promise<Answer>): Promise<Answer> => {
  for (;;) {
    child.check()
    const answer = await ask().catch(() => undefined)
    if (answer && answer.status < 500 && answer.status !== 429) return answer
    await pause(40)
  }
}

interface Line {
  server: Process
  token: string
}
const where = ({ server: { port }, token }: Line, method: string, path: string, more: Record<string, string> = {}) => ({
  port,
  method,
  path,
  headers: { authorization: `Bearer ${token}`, ...more },
})
const from = (line: Line, { uniqueId }: Made, offset: number) =>
  where(line, 'PATCH', `/api/files/arriving/${uniqueId}`, { 'upload-offset': String(offset) })

/** Declares files exactly once, however often the response is lost. */
const declare = async (line: Line, files: readonly { path: string; bytes: Buffer }[]): Promise<Made[]> => {
  const body = { files: files.map(({ path, bytes }) => ({ path, size: bytes.length })) }
  const given = where(line, 'POST', '/api/files/batch', { 'idempotency-key': randomUUID() })
  for (;;) {
    const answer = await insist(line.server, () => call(given, body))
    const made = answer.body?.data as unknown as { files: { uniqueId: string }[] } | undefined
    if (answer.status === 201) return files.map((file, index) => ({ ...file, uniqueId: made!.files[index]!.uniqueId }))
    if (answer.status !== 409) throw new Error(`A batch was refused: ${answer.status} ${answer.body?.message}`)
    await pause(40)
  }
}

const offsetOf = async (line: Line, { uniqueId }: Made) => {
  const { status, headers } = await insist(line.server, () => call(where(line, 'HEAD', `/api/files/arriving/${uniqueId}`)))
  if (status !== 204) throw new Error(`A file that arrives was answered by ${status}`)
  return Number(headers['upload-offset'])
}

/** Sends the missing part of a file and interrupts it. Returns how, or undefined where the file is complete. */
const cutOnce = async (line: Line, file: Made, rolled: Dice): Promise<Kind | undefined> => {
  const { server } = line
  const offset = await offsetOf(line, file)
  const rest = file.bytes.subarray(offset)
  if (rest.length === 0) return undefined
  const kind = kindBy(rolled)
  const stop = rolled.below(rest.length)
  const to = from(line, file, offset)
  const order = { fault: faults[rolled.below(faults.length)]!, bytes: 1 + stop }
  const ways: Record<Kind, () => Promise<unknown>> = {
    abort: () => patch(to, rest, { stop }),
    answer: () => patch(to, rest, { stop: rest.length }),
    takeover: () => patch(to, rest, { stop, whenSent: () => patch(to, rest).catch(() => {}) }),
    store: () => (server.child.fail(order), patch(to, rest)),
    connections: () => patch(to, rest, { whenSent: server.disconnect }),
    database: () => patch(to, rest, { stop, whenSent: server.killDatabase }),
    kill: () => patch(to, rest, { stop, whenSent: () => server.child.restart() }),
  }
  await ways[kind]().catch(() => {})
  return kind
}

const complete = async (line: Line, file: Made) => {
  for (;;) {
    const offset = await offsetOf(line, file)
    if (offset === file.bytes.length) return
    await patch(from(line, file, offset), file.bytes.subarray(offset)).catch(() => {})
  }
}

/** Checks the end state: nothing may be missing, changed, or duplicated. */
const inspect = async (server: Process, folder: string, expected: ReadonlyMap<string, string>) => {
  const standing = await server.ask<{ name: string; hash: string; tenant_id: string }>(
    `select i.name, d.hash, i.tenant_id from drive_item i join document d on d.tenant_id = i.tenant_id and d.id = i.document_id
     where i.deleted_at is null and not i.folder and i.name ~ '^torture '`,
  )
  const [tenantId] = standing.map(({ tenant_id }) => tenant_id)
  const documents = await server.ask<{ hash: string }>('select distinct hash from document where tenant_id = $1', [tenantId])
  const waiting = await server.ask(`select from drive_upload where state <> 'DONE'`)
  await server.child.stop()
  const files = openFolder(folder)
  const names = standing.map(({ name }) => name)
  const kept = new Set<string>()
  for await (const { hash } of files.kept(tenantId!)) kept.add(hash)
  const corrupt: string[] = []
  for (const { name, hash } of standing) {
    const bytes = await files.read(tenantId!, hash)
    const found = bytes && sha(await buffer(bytes))
    if (found !== hash || (expected.has(name) && expected.get(name) !== hash)) corrupt.push(name)
  }
  const aside = join(folder, 'aside')
  const left = readdirSync(aside)
  const old = new Date(Date.now() - 25 * 60 * 60 * 1000)
  for (const name of left) utimesSync(join(aside, name), old, old)
  await files.clear(tenantId!, new Set())
  return {
    files: standing.length,
    lost: [...expected.keys()].filter((name) => !names.includes(name)).length,
    corrupt: corrupt.length,
    doubled: names.length - new Set(names).size + names.filter((name) => !expected.has(name)).length,
    unfinished: waiting.length,
    withoutBytes: documents.filter(({ hash }) => !kept.has(hash)).length,
    withoutDocument: [...kept].filter((hash) => !documents.some((document) => document.hash === hash)).length,
    /** Left by killed processes until it is cleared. */
    aside: left.length,
    asideWhenCleared: readdirSync(aside).length,
  }
}

const CLIENTS = 6

/** What was sent so far, and the interruptions. */
const tally = () => ({
  cut: Object.fromEntries(Object.keys(kinds).map((kind) => [kind, 0])) as Record<Kind, number>,
  expected: new Map<string, string>(),
  bytes: 0,
})
const total = (cut: Record<Kind, number>) => Object.values(cut).reduce((sum, count) => sum + count, 0)

/** One of the clients: sends files one after the other until all clients together reach this number of interruptions. */
const work = async (
  line: Line,
  so: ReturnType<typeof tally>,
  rolled: Dice,
  { number, cuts }: { number: number; cuts: number },
) => {
  const send = async (file: Made) => {
    for (let left = rolled.below(5); left > 0; left--) {
      const kind = await cutOnce(line, file, rolled)
      if (kind) so.cut[kind]++
    }
    await complete(line, file)
  }
  for (let batch = 0; total(so.cut) < cuts; batch++) {
    const wanted = Array.from({ length: 1 + rolled.below(4) }, (_, index) => ({
      path: `torture ${number} ${batch}/torture ${number} ${batch} ${index}.bin`,
      bytes: madeOf(sizeBy(rolled), rolled),
    }))
    for (const file of await declare(line, wanted)) {
      so.expected.set(file.path.split('/')[1]!, sha(file.bytes))
      so.bytes += file.bytes.length
      await send(file)
    }
  }
}

/** Sends files to a server that is disconnected, killed and out of disk space, until this number of interruptions is reached; then completes each file. */
export const torture = async ({ cuts, seed }: { cuts: number; seed: number }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tradewind-torture-'))
  const server = await openProcess(dataDir)
  const so = tally()
  try {
    const line = { server, token: readFileSync(join(dataDir, 'token'), 'utf8') }
    const clients = Array.from({ length: CLIENTS }, (_, number) => work(line, so, dice(seed * 1000 + number), { number, cuts }))
    await Promise.all(clients)
    const found = await inspect(server, join(dataDir, 'files'), so.expected)
    return { seed, cuts: total(so.cut), ...so.cut, bytes: so.bytes, crashes: server.child.crashes, ...found }
  } finally {
    await server.child.stop().catch(() => {})
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
  }
}
