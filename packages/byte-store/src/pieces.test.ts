import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Files, Piece } from './files.ts'
import { stopHashing } from './hash.ts'
import { type Store, stores } from './testing/stores.ts'

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const sizeOf = (pieces: readonly Piece[]) => pieces.reduce((sum, { size }) => sum + size, 0)

const from = (bytes: Buffer) => Readable.from([bytes])

const cut = () => {
  const source = new PassThrough()
  source.destroy(new Error('line is cut'))
  return source
}

describe.each(stores)('in %s', (_, open) => {
  let store: Store
  let files: Files
  let tenant: string
  beforeAll(async () => {
    store = await open()
    files = store.files
  })
  afterAll(() => store.close())
  afterEach(() => {
    vi.restoreAllMocks()
  })

  const bytesOf = (length: number) => {
    tenant = randomUUID()
    return randomBytes(length)
  }
  const standing = async () => (await store.listNames()).filter((name) => name.includes(tenant))
  /** Combines pieces to a file, and returns its content. */
  const finished = async (pieces: readonly Piece[], by = files) => {
    const { hash, size, show } = await by.combine(tenant, pieces)
    expect(await files.read(tenant, hash)).toBeUndefined()
    await show()
    const read = await buffer((await files.read(tenant, hash))!)
    expect([hashOf(read), read.length]).toEqual([hash, size])
    return read
  }

  test('a file is the same whether it is uploaded in one call or in many', async () => {
    const bytes = bytesOf(20_000_000)
    let { pieces } = await files.append(tenant, [], from(bytes.subarray(0, 9_000_001)))
    for (const [start, end] of [
      [9_000_001, 9_000_002],
      [9_000_002, 19_000_000],
      [19_000_000, 20_000_000],
    ]) {
      expect(sizeOf(pieces)).toBe(start)
      ;({ pieces } = await files.append(tenant, pieces, from(bytes.subarray(start, end))))
    }
    expect((await finished(pieces)).equals(bytes)).toBe(true)
  })

  test('an empty file can be uploaded', async () => {
    bytesOf(0)
    const { pieces } = await files.append(tenant, [], Readable.from([]))
    expect(pieces).toEqual([])
    expect(await standing()).toEqual([])
    expect(await finished([])).toHaveLength(0)
  })

  test('an interrupted upload keeps the bytes received so far, and continues after them', async () => {
    const bytes = bytesOf(9_000_000)
    const source = new PassThrough()
    const arriving = files.append(tenant, [], source)
    source.write(bytes.subarray(0, 3_000_000))
    await expect.poll(() => source.readableLength).toBe(0)
    source.destroy(new Error('line is cut'))
    const { pieces, problem } = await arriving
    expect(problem).toMatchObject({ message: 'line is cut' })
    expect(sizeOf(pieces)).toBe(3_000_000)
    const after = await files.append(tenant, pieces, from(bytes.subarray(3_000_000)))
    expect((await finished(after.pieces)).equals(bytes)).toBe(true)
  })

  test('a source that has failed before it is read fails only its own call, and leaves nothing', async () => {
    bytesOf(0)
    const { problem, ...rest } = await files.append(tenant, [], cut())
    expect([problem, rest]).toEqual([expect.objectContaining({ message: 'line is cut' }), { pieces: [] }])
    await expect(files.store(tenant, cut())).rejects.toThrow('line is cut')
    expect(await standing()).toEqual([])
  })

  test('another process continues where one stopped, and ignores what the first wrote after its last known result', async () => {
    const bytes = bytesOf(9_000_000)
    const first = await files.append(tenant, [], from(bytes.subarray(0, 4_000_000)))
    await files.append(tenant, first.pieces, from(Buffer.from('never answered')))
    const other = store.reopen()
    const second = await other.append(tenant, first.pieces, from(bytes.subarray(4_000_000, 5_000_000)))
    const third = await files.append(tenant, second.pieces, from(bytes.subarray(5_000_000)))
    expect((await finished(third.pieces, store.reopen())).equals(bytes)).toBe(true)
  })

  test('an upload whose hash state is lost continues after the pieces last returned, and is complete', async () => {
    const bytes = bytesOf(6_000_000)
    const first = await files.append(tenant, [], from(bytes.subarray(0, 3_000_000)))
    await stopHashing()
    const { pieces } = await files.append(tenant, first.pieces, from(bytes.subarray(3_000_000)))
    const goneOn = sizeOf(pieces)
    const last = await files.append(tenant, pieces, from(bytes.subarray(goneOn)))
    expect(sizeOf(last.pieces)).toBe(6_000_000)
    await stopHashing()
    expect((await finished(last.pieces)).equals(bytes)).toBe(true)
  })

  test('a call that continues from an earlier result than the last ignores what was added after it', async () => {
    const bytes = bytesOf(2_000_000)
    const { pieces } = await files.append(tenant, [], from(bytes.subarray(0, 1_000_000)))
    await files.append(tenant, pieces, from(Buffer.from('its answer was lost')))
    const again = await files.append(tenant, pieces, from(bytes.subarray(1_000_000)))
    expect((await finished(again.pieces)).equals(bytes)).toBe(true)
  })

  test('a later call for the same pieces ends the earlier one first', async () => {
    const bytes = bytesOf(3_000_000)
    const { pieces } = await files.append(tenant, [], from(bytes.subarray(0, 1_000_000)))
    const stalled = new PassThrough()
    const earlier = files.append(tenant, pieces, stalled)
    stalled.write(bytes.subarray(1_000_000, 1_500_000))
    await expect.poll(() => stalled.readableLength).toBe(0)
    const later = files.append(tenant, pieces, from(bytes.subarray(1_000_000)))
    expect((await earlier).problem).toMatchObject({ message: 'A later call has taken over' })
    expect((await finished((await later).pieces)).equals(bytes)).toBe(true)
  })

  test('pieces stay until they are dropped, so that a failed step can be retried; dropping leaves nothing of them', async () => {
    const bytes = bytesOf(1_000_000)
    const { pieces } = await files.append(tenant, [], from(bytes))
    expect((await finished(pieces)).equals(bytes)).toBe(true)
    await files.remove(tenant, hashOf(bytes))
    expect((await finished(pieces, store.reopen())).equals(bytes)).toBe(true)
    await (await files.combine(tenant, pieces)).show()
    await files.drop(tenant, pieces)
    await files.drop(tenant, pieces)
    expect(await standing()).toEqual([expect.stringMatching(hashOf(bytes))])
  })

  test('the bytes of a visible file never change, even if the row that would have recorded it was lost', async () => {
    const bytes = bytesOf(1_000_000)
    const first = await files.append(tenant, [], from(bytes.subarray(0, 600_000)))
    const whole = await files.append(tenant, first.pieces, from(bytes.subarray(600_000)))
    const { hash, show } = await files.combine(tenant, whole.pieces)
    await show()
    for (const pieces of [first.pieces, whole.pieces]) await files.append(tenant, pieces, from(Buffer.from('other bytes')))
    expect((await buffer((await files.read(tenant, hash))!)).equals(bytes)).toBe(true)
  })

  test('a file can be shown twice, and stays when its pieces are dropped', async () => {
    const bytes = bytesOf(7_000_000)
    const first = await files.append(tenant, [], from(bytes.subarray(0, 1)))
    const { pieces } = await store.reopen().append(tenant, first.pieces, from(bytes.subarray(1)))
    const { hash, show } = await files.combine(tenant, pieces)
    await show()
    await show()
    await files.drop(tenant, pieces)
    expect(await standing()).toEqual([expect.stringMatching(hash)])
  })

  test('a file cannot be combined from a piece that is missing or has lost bytes', async () => {
    const bytes = bytesOf(1000)
    const { pieces } = await files.append(tenant, [], from(bytes))
    const [piece] = pieces
    await expect(store.reopen().combine(tenant, [{ name: piece!.name, size: 1001 }])).rejects.toThrow('lost bytes')
    await expect(files.combine(tenant, [piece!, { name: randomUUID(), size: 5 }])).rejects.toThrow(/ENOENT|gone/)
    await files.removeAll(tenant)
    expect(await standing()).toEqual([])
  })

  test('clears pieces that no row references after a day; referenced pieces, new pieces and stored files stay', async () => {
    bytesOf(0)
    const [named, nameless] = [
      await files.append(tenant, [], Readable.from(['named'])),
      await files.append(tenant, [], Readable.from(['of nobody'])),
    ]
    const { hash } = await files.store(tenant, Readable.from(['kept']))
    const names = new Set(named.pieces.map(({ name }) => name))
    await files.clear(tenant, names)
    expect(await standing()).toHaveLength(3)
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 25 * 60 * 60 * 1000)
    await files.clear(randomUUID(), new Set())
    expect(await standing()).toHaveLength(3)
    await files.clear(tenant, names)
    expect(await standing()).toHaveLength(2)
    for (const name of [hash, ...names]) expect(await standing()).toContainEqual(expect.stringContaining(name))
    expect(await standing()).not.toContainEqual(expect.stringContaining(nameless.pieces[0]!.name))
  })
})
