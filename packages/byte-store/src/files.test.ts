import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Files } from './files.ts'
import { type Store, stores } from './testing/stores.ts'

const hashOf = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
const messageOf = ({ message }: Error) => message
const placeOf = (tenantId: string, hash: string) => join(tenantId, hash.slice(0, 2), hash)

/** Two tenants without files. */
const two = () => [randomUUID(), randomUUID()] as const

describe.each(stores)('in %s', (_, open) => {
  let store: Store
  let files: Files
  beforeAll(async () => {
    store = await open()
    files = store.files
  })
  afterAll(() => store.close())

  const keep = (tenantId: string, content: string) => files.store(tenantId, Readable.from([Buffer.from(content)]))
  const content = async (tenantId: string, hash: string, range?: { start: number; end: number }) => {
    const bytes = await files.read(tenantId, hash, range)
    return bytes && text(bytes)
  }
  /** The stored files of a tenant. */
  const standing = async (tenantId: string) => (await store.listNames()).filter((name) => name.includes(tenantId))

  test('a stored file is returned byte for byte, from a stream and from a path', async () => {
    const [bergwald, hansa] = two()
    const bytes = randomBytes(13_000_000)
    const folder = await mkdtemp(join(tmpdir(), 'arrived-'))
    const path = join(folder, 'arrived')
    await writeFile(path, bytes)
    const kept = { hash: hashOf(bytes), size: bytes.length }
    expect(await files.store(bergwald, Readable.from([bytes.subarray(0, 1_000_001), bytes.subarray(1_000_001)]))).toEqual(kept)
    expect(await files.store(hansa, { path })).toEqual(kept)
    for (const tenantId of [bergwald, hansa])
      expect((await buffer((await files.read(tenantId, kept.hash))!)).equals(bytes)).toBe(true)
    expect((await stat(path)).size).toBe(bytes.length)
    await rm(folder, { recursive: true })
  })

  test('text is counted in bytes, and a file may be empty', async () => {
    const [bergwald] = two()
    expect(await files.store(bergwald, Readable.from(['Grüße']))).toEqual({ hash: hashOf('Grüße'), size: 7 })
    expect(await files.store(bergwald, Readable.from([]))).toEqual({ hash: hashOf(''), size: 0 })
    expect([await content(bergwald, hashOf('Grüße')), await content(bergwald, hashOf(''))]).toEqual(['Grüße', ''])
  })

  test('the same bytes are stored once per tenant, however often they are sent, even at the same time', async () => {
    const [bergwald] = two()
    const kept = await Promise.all(Array.from({ length: 8 }, () => keep(bergwald, 'offer')))
    expect(new Set(kept.map(({ hash }) => hash))).toEqual(new Set([hashOf('offer')]))
    await keep(bergwald, 'offer')
    expect(await standing(bergwald)).toEqual([placeOf(bergwald, hashOf('offer'))])
  })

  test('reads a range of a file, both ends included, and rejects an invalid range', async () => {
    const [bergwald] = two()
    const { hash } = await keep(bergwald, '0123456789')
    expect(await content(bergwald, hash, { start: 0, end: 0 })).toBe('0')
    expect(await content(bergwald, hash, { start: 3, end: 6 })).toBe('3456')
    expect(await content(bergwald, hash, { start: 8, end: 99 })).toBe('89')
    await expect(files.read(bergwald, hash, { start: 5, end: 2 })).rejects.toThrow('out of range')
  })

  test('a stream that breaks off, immediately or midway, leaves nothing, and cannot be read before its end', async () => {
    const [bergwald] = two()
    const source = new PassThrough()
    const outcome = files.store(bergwald, source).catch(messageOf)
    source.write('half')
    await expect.poll(() => source.readableLength).toBe(0)
    expect(await content(bergwald, hashOf('half'))).toBeUndefined()
    source.destroy(new Error('line is cut'))
    expect(await outcome).toBe('line is cut')
    const early = Array.from({ length: 20 }, () => new PassThrough())
    const tries = early.map((each) => files.store(bergwald, each))
    for (const each of early) each.destroy()
    expect(new Set((await Promise.allSettled(tries)).map(({ status }) => status))).toEqual(new Set(['rejected']))
    expect(await standing(bergwald)).toEqual([])
  })

  test('storing from a path that does not exist leaves nothing', async () => {
    const [bergwald] = two()
    await expect(files.store(bergwald, { path: join(tmpdir(), randomUUID()) })).rejects.toThrow('ENOENT')
    expect(await standing(bergwald)).toEqual([])
  })

  test('two tenants share no files', async () => {
    const [bergwald, hansa] = two()
    const { hash } = await keep(bergwald, 'secret')
    expect(await content(hansa, hash)).toBeUndefined()
    await keep(hansa, 'secret')
    await files.remove(hansa, hash)
    expect([await content(bergwald, hash), await content(hansa, hash)]).toEqual(['secret', undefined])
  })

  test('a removed file cannot be read, can be removed again, and can be stored again', async () => {
    const [bergwald, hansa] = two()
    const { hash } = await keep(bergwald, 'offer')
    await files.remove(bergwald, hash)
    await files.remove(bergwald, hash)
    await files.remove(hansa, hash)
    expect(await content(bergwald, hash)).toBeUndefined()
    await keep(bergwald, 'offer')
    expect(await content(bergwald, hash)).toBe('offer')
  })

  test('a reader can finish reading a file that is removed meanwhile', async () => {
    const [bergwald] = two()
    const { hash } = await keep(bergwald, 'offer')
    const bytes = (await files.read(bergwald, hash))!
    await files.remove(bergwald, hash)
    expect(await text(bytes)).toBe('offer')
  })

  test('lists every stored file of a tenant, with the time at which it was stored', async () => {
    const [bergwald, hansa] = two()
    const before = Date.now()
    const hashes = (await Promise.all(['offer', 'invoice', 'letter'].map((each) => keep(bergwald, each)))).map(({ hash }) => hash)
    await files.append(bergwald, [], Readable.from(['half of it']))
    const told = []
    for await (const { hash, since } of files.list(bergwald)) {
      told.push(hash)
      expect(Math.abs(since.getTime() - before)).toBeLessThan(60_000)
    }
    expect(told.toSorted()).toEqual(hashes.toSorted())
    for await (const each of files.list(hansa)) expect.unreachable(each.hash)
  })

  test('removes all files of a tenant, and none of other tenants', async () => {
    const [bergwald, hansa] = two()
    for (const each of ['offer', 'invoice']) await keep(bergwald, each)
    await files.append(bergwald, [], Readable.from(['half of it']))
    const { hash } = await keep(hansa, 'offer')
    await files.removeAll(bergwald)
    await files.removeAll(bergwald)
    expect(await standing(bergwald)).toEqual([])
    expect([await content(bergwald, hash), await content(hansa, hash)]).toEqual([undefined, 'offer'])
  })

  test('a file still being written when all files of its tenant are removed is never stored', async () => {
    const [bergwald, hansa] = two()
    const [own, foreign] = [new PassThrough(), new PassThrough()]
    const outcome = files.store(bergwald, own).catch(messageOf)
    const others = files.store(hansa, foreign)
    for (const source of [own, foreign]) source.write('half')
    await expect.poll(() => own.readableLength + foreign.readableLength).toBe(0)
    await files.removeAll(bergwald)
    for (const source of [own, foreign]) source.end()
    expect(await outcome).toMatch(/ENOENT|was removed/)
    const { hash } = await others
    expect([...(await standing(bergwald)), ...(await standing(hansa))]).toEqual([placeOf(hansa, hash)])
  })

  describe('nothing outside the store can be addressed', () => {
    const bergwald = randomUUID()
    const good = hashOf('good')
    const tenants = ['', '.', '..', '../..', 'aside', `../files/${bergwald}`, `${bergwald}/..`, `${bergwald}\n`, `${bergwald}\0`]
    const hashes = ['', '..', `../../${good}`, `${good}/..`, `..${good.slice(2)}`, good.toUpperCase(), `${good}\0`, good.slice(1)]

    test.each([...tenants, bergwald.toUpperCase()])('with a tenant %j', async (tenantId) => {
      const before = await store.listNames()
      const piece = { name: randomUUID(), size: 1 }
      const refused = 'named by its id'
      await expect(files.store(tenantId, Readable.from(['bytes']))).rejects.toThrow(refused)
      await expect(files.append(tenantId, [], Readable.from(['bytes']))).rejects.toThrow(refused)
      await expect(files.combine(tenantId, [piece])).rejects.toThrow(refused)
      await expect(files.drop(tenantId, [piece])).rejects.toThrow(refused)
      await expect(files.read(tenantId, good)).rejects.toThrow(refused)
      await expect(files.remove(tenantId, good)).rejects.toThrow(refused)
      await expect(files.removeAll(tenantId)).rejects.toThrow(refused)
      await expect(files.clear(tenantId, new Set())).rejects.toThrow(refused)
      expect(await store.listNames()).toEqual(before)
    })

    test.each(hashes)('with a hash %j', async (hash) => {
      await expect(files.read(bergwald, hash)).rejects.toThrow('named by its SHA-256')
      await expect(files.remove(bergwald, hash)).rejects.toThrow('named by its SHA-256')
    })

    test.each(['', '..', `../${bergwald}`, `${randomUUID()}/x`])('with a piece %j', async (name) => {
      const pieces = [{ name, size: 1 }]
      await expect(files.append(bergwald, pieces, Readable.from(['bytes']))).rejects.toThrow('named by an id')
      await expect(files.combine(bergwald, pieces)).rejects.toThrow('named by an id')
      await expect(files.drop(bergwald, pieces)).rejects.toThrow('named by an id')
    })
  })

  test('a stream destroyed early is closed, and the file can still be read', async () => {
    const [bergwald] = two()
    const { hash } = await keep(bergwald, 'x'.repeat(1_000_000))
    const bytes = (await files.read(bergwald, hash))!
    bytes.destroy()
    await once(bytes, 'close')
    expect(await content(bergwald, hash, { start: 0, end: 1 })).toBe('xx')
  })

  test('reports that it is reachable, and leaves no file behind by checking', async () => {
    const before = await store.listNames()
    expect(await files.isReachable()).toBe(true)
    expect(await store.listNames()).toEqual(before)
  })
})
