import { openFolder } from '@tradewind/byte-store/folder'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { type ServerProcess, startProcess } from './process.ts'
import { type Answer, sendCall, sendPatch } from './rawHttp.ts'
import type { Fault } from './server.ts'

/** How an upload is interrupted, and how often of a hundred times. */
const interruptionShares = { abort: 58, answer: 12, takeover: 8, store: 14, connections: 4, database: 1, kill: 3 }
type Interruption = keyof typeof interruptionShares
const faults: readonly Fault[] = ['append', 'breaks', 'combine', 'show', 'drop']

/** Seeded pseudo-random numbers: Mulberry32. */
const pseudoRandom = (seed: number) => {
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
type PseudoRandom = ReturnType<typeof pseudoRandom>

const chooseInterruption = ({ below }: PseudoRandom): Interruption => {
  let at = below(Object.values(interruptionShares).reduce((sum, share) => sum + share, 0))
  return (Object.keys(interruptionShares) as Interruption[]).find((kind) => (at -= interruptionShares[kind]) < 0)!
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Bytes that no other file has. */
const randomBytes = (size: number, { below }: PseudoRandom) => {
  const bytes = Buffer.alloc(size)
  const block = createHash('sha512')
    .update(`${below(2 ** 31)} ${randomUUID()}`)
    .digest()
  for (let at = 0; at < size; at += block.length) block.copy(bytes, at)
  for (let at = 0; at < size; at += 4096) bytes.writeUInt8(below(256), at)
  return bytes
}
const chooseSize = ({ next, below }: PseudoRandom) =>
  next() < 0.4 ? 1 + below(20_000) : 1 + below(next() < 0.1 ? 6_000_000 : 1_200_000)

interface DeclaredFile {
  uniqueId: string
  path: string
  bytes: Buffer
}

/** Sends a request until the response is no request to retry. */
const sendUntilAnswered = async ({ child }: ServerProcess, ask: () => Promise<Answer>): Promise<Answer> => {
  for (;;) {
    child.check()
    const answer = await ask().catch(() => undefined)
    if (answer && answer.status < 500 && answer.status !== 429) return answer
    await pause(40)
  }
}

interface UploadLine {
  server: ServerProcess
  token: string
}
const requestTo = ({ server: { port }, token }: UploadLine, method: string, path: string, more: Record<string, string> = {}) => ({
  port,
  method,
  path,
  headers: { authorization: `Bearer ${token}`, ...more },
})
const patchRequest = (line: UploadLine, { uniqueId }: DeclaredFile, offset: number) =>
  requestTo(line, 'PATCH', `/api/files/arriving/${uniqueId}`, { 'upload-offset': String(offset) })

/** Declares files exactly once, however often the response is lost. */
const declareFiles = async (line: UploadLine, files: readonly { path: string; bytes: Buffer }[]): Promise<DeclaredFile[]> => {
  const body = { files: files.map(({ path, bytes }) => ({ path, size: bytes.length })) }
  const given = requestTo(line, 'POST', '/api/files/batch', { 'idempotency-key': randomUUID() })
  for (;;) {
    const answer = await sendUntilAnswered(line.server, () => sendCall(given, body))
    const made = answer.body?.data as unknown as { files: { uniqueId: string }[] } | undefined
    if (answer.status === 201) return files.map((file, index) => ({ ...file, uniqueId: made!.files[index]!.uniqueId }))
    if (answer.status !== 409) throw new Error(`A batch was refused: ${answer.status} ${answer.body?.message}`)
    await pause(40)
  }
}

const loadOffset = async (line: UploadLine, { uniqueId }: DeclaredFile) => {
  const { status, headers } = await sendUntilAnswered(line.server, () =>
    sendCall(requestTo(line, 'HEAD', `/api/files/arriving/${uniqueId}`)),
  )
  if (status !== 204) throw new Error(`A file that arrives was answered by ${status}`)
  return Number(headers['upload-offset'])
}

/** Sends the missing part of a file and interrupts it. Returns how, or undefined where the file is complete. */
const interruptOnce = async (line: UploadLine, file: DeclaredFile, rolled: PseudoRandom): Promise<Interruption | undefined> => {
  const { server } = line
  const offset = await loadOffset(line, file)
  const rest = file.bytes.subarray(offset)
  if (rest.length === 0) return undefined
  const kind = chooseInterruption(rolled)
  const stop = rolled.below(rest.length)
  const to = patchRequest(line, file, offset)
  const order = { fault: faults[rolled.below(faults.length)]!, bytes: 1 + stop }
  const interruptions: Record<Interruption, () => Promise<unknown>> = {
    abort: () => sendPatch(to, rest, { stop }),
    answer: () => sendPatch(to, rest, { stop: rest.length }),
    takeover: () => sendPatch(to, rest, { stop, whenSent: () => sendPatch(to, rest).catch(() => {}) }),
    store: () => (server.child.fail(order), sendPatch(to, rest)),
    connections: () => sendPatch(to, rest, { whenSent: server.disconnect }),
    database: () => sendPatch(to, rest, { stop, whenSent: server.killDatabase }),
    kill: () => sendPatch(to, rest, { stop, whenSent: () => server.child.restart() }),
  }
  await interruptions[kind]().catch(() => {})
  return kind
}

const completeUpload = async (line: UploadLine, file: DeclaredFile) => {
  for (;;) {
    const offset = await loadOffset(line, file)
    if (offset === file.bytes.length) return
    await sendPatch(patchRequest(line, file, offset), file.bytes.subarray(offset)).catch(() => {})
  }
}

/** Checks the end state: nothing may be missing, changed, or duplicated. */
const inspectStore = async (server: ServerProcess, folder: string, expected: ReadonlyMap<string, string>) => {
  const storedItems = await server.ask<{ name: string; hash: string; tenant_id: string }>(
    `select i.name, d.hash, i.tenant_id from drive_item i join document d on d.tenant_id = i.tenant_id and d.id = i.document_id
     where i.deleted_at is null and not i.folder and i.name ~ '^torture '`,
  )
  const [tenantId] = storedItems.map(({ tenant_id }) => tenant_id)
  const documents = await server.ask<{ hash: string }>('select distinct hash from document where tenant_id = $1', [tenantId])
  const waiting = await server.ask(`select from drive_upload where state <> 'DONE'`)
  await server.child.stop()
  const files = openFolder(folder)
  const names = storedItems.map(({ name }) => name)
  const kept = new Set<string>()
  for await (const { hash } of files.list(tenantId!)) kept.add(hash)
  const corrupt: string[] = []
  for (const { name, hash } of storedItems) {
    const bytes = await files.read(tenantId!, hash)
    const found = bytes && sha256(await buffer(bytes))
    if (found !== hash || (expected.has(name) && expected.get(name) !== hash)) corrupt.push(name)
  }
  const temporaryFolder = join(folder, 'aside')
  const remainingFiles = readdirSync(temporaryFolder)
  const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000)
  for (const name of remainingFiles) utimesSync(join(temporaryFolder, name), yesterday, yesterday)
  await files.clear(tenantId!, new Set())
  return {
    files: storedItems.length,
    lost: [...expected.keys()].filter((name) => !names.includes(name)).length,
    corrupt: corrupt.length,
    doubled: names.length - new Set(names).size + names.filter((name) => !expected.has(name)).length,
    unfinished: waiting.length,
    withoutBytes: documents.filter(({ hash }) => !kept.has(hash)).length,
    withoutDocument: [...kept].filter((hash) => !documents.some((document) => document.hash === hash)).length,
    /** Left by killed processes until it is cleared. */
    aside: remainingFiles.length,
    asideWhenCleared: readdirSync(temporaryFolder).length,
  }
}

const CLIENTS = 6

/** What was sent so far, and the interruptions. */
const newTally = () => ({
  cut: Object.fromEntries(Object.keys(interruptionShares).map((kind) => [kind, 0])) as Record<Interruption, number>,
  expected: new Map<string, string>(),
  bytes: 0,
})
const totalCuts = (cut: Record<Interruption, number>) => Object.values(cut).reduce((sum, count) => sum + count, 0)

/** One of the clients: sends files one after the other until all clients together reach this number of interruptions. */
const runClient = async (
  line: UploadLine,
  so: ReturnType<typeof newTally>,
  rolled: PseudoRandom,
  { number, cuts }: { number: number; cuts: number },
) => {
  const send = async (file: DeclaredFile) => {
    for (let left = rolled.below(5); left > 0; left--) {
      const kind = await interruptOnce(line, file, rolled)
      if (kind) so.cut[kind]++
    }
    await completeUpload(line, file)
  }
  for (let batch = 0; totalCuts(so.cut) < cuts; batch++) {
    const wanted = Array.from({ length: 1 + rolled.below(4) }, (_, index) => ({
      path: `torture ${number} ${batch}/torture ${number} ${batch} ${index}.bin`,
      bytes: randomBytes(chooseSize(rolled), rolled),
    }))
    for (const file of await declareFiles(line, wanted)) {
      so.expected.set(file.path.split('/')[1]!, sha256(file.bytes))
      so.bytes += file.bytes.length
      await send(file)
    }
  }
}

/** Sends files to a server that is disconnected, killed and out of disk space, until this number of interruptions is reached; then completes each file. */
export const tortureUploads = async ({ cuts, seed }: { cuts: number; seed: number }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tradewind-torture-'))
  const server = await startProcess(dataDir)
  const so = newTally()
  try {
    const line = { server, token: readFileSync(join(dataDir, 'token'), 'utf8') }
    const clients = Array.from({ length: CLIENTS }, (_, number) =>
      runClient(line, so, pseudoRandom(seed * 1000 + number), { number, cuts }),
    )
    await Promise.all(clients)
    const found = await inspectStore(server, join(dataDir, 'files'), so.expected)
    return { seed, cuts: totalCuts(so.cut), ...so.cut, bytes: so.bytes, crashes: server.child.crashes, ...found }
  } finally {
    await server.child.stop().catch(() => {})
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
  }
}
