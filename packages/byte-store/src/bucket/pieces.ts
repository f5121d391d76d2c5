import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { asPiece, type Arrived, asSource, asTenant, type Files, type Piece } from '../files.ts'
import { openTakeover } from '../takeover.ts'
import type { Client } from './client.ts'
import { PART } from './write.ts'

export const keyAside = (tenantId: string, name: string) => `aside/${asTenant(tenantId)}.${asPiece(name)}`

/** The bytes of a source, so many at once. The last ones say what broke it off, if something did. */
async function* gathered(source: Readable): AsyncGenerator<{ bytes: Buffer; problem?: unknown }> {
  let [chunks, size]: [Buffer[], number] = [[], 0]
  try {
    for await (const chunk of source.iterator({ destroyOnReturn: false })) {
      chunks.push(Buffer.from(chunk as Buffer))
      size += chunks.at(-1)!.length
      if (size < PART) continue
      const all = Buffer.concat(chunks)
      yield { bytes: all.subarray(0, PART) }
      ;[chunks, size] = [[all.subarray(PART)], size - PART]
    }
  } catch (problem) {
    yield { bytes: Buffer.concat(chunks), problem }
    return
  }
  yield { bytes: Buffer.concat(chunks) }
}

/** Whole pieces of all that comes, until something breaks it off. */
const addTo = async (client: Client, tenantId: string, source: Readable): Promise<Arrived> => {
  const pieces: Piece[] = []
  try {
    for await (const { bytes, problem } of gathered(source)) {
      if (bytes.length > 0) {
        const name = randomUUID()
        await client.put(keyAside(tenantId, name), bytes)
        pieces.push({ name, size: bytes.length })
      }
      if (problem !== undefined) return { pieces, problem }
    }
    return { pieces }
  } catch (problem) {
    return { pieces, problem }
  }
}

/** Files that come in pieces, each an object of 8 MB at most: nothing is added to one that stands. */
export const openPieces = (client: Client) => {
  const { end, during } = openTakeover()

  const arrive: Files['arrive'] = async (tenantId, pieces, source) => {
    asTenant(tenantId)
    asSource(source)
    await end(pieces)
    const names = pieces.map(({ name }) => name)
    const added = await during(names, source, () => addTo(client, tenantId, source))
    return { ...added, pieces: [...pieces, ...added.pieces] }
  }

  /** All bytes of pieces, one after the other. */
  async function* bytesOf(tenantId: string, pieces: readonly Piece[]) {
    await end(pieces)
    for (const { name, size } of pieces) {
      const bytes = await client.get(keyAside(tenantId, name))
      if (!bytes) throw new Error('A piece is gone')
      let left = size
      for await (const chunk of bytes as AsyncIterable<Buffer>) {
        left -= chunk.length
        yield chunk
      }
      if (left !== 0) throw new Error('A piece has lost bytes')
    }
  }

  const drop: Files['drop'] = async (tenantId, pieces) => {
    await end(pieces)
    for (const { name } of pieces) await client.remove(keyAside(tenantId, name))
  }

  return { arrive, bytesOf, drop }
}
