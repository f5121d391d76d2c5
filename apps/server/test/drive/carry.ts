import type { Hash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { lend } from '#kit/bytes/lent'
import { writeOn } from '#services/files/disk'

/** A server, and somebody who has a drive there. */
export interface Carrier {
  origin: string
  token: string
}

const begin = ({ origin, token }: Carrier, method: string, path: string, headers: Record<string, string | number> = {}) =>
  request(new URL(path, origin), { method, headers: { authorization: `Bearer ${token}`, ...headers }, agent: false })

const answered = async (asking: ClientRequest) => {
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  if (answer.statusCode! >= 400)
    throw new Error(`${asking.path} answered ${answer.statusCode}: ${JSON.stringify(await json(answer))}`)
  return answer
}

const declare = async (carrier: Carrier, path: string, size: number) => {
  const declaring = begin(carrier, 'POST', '/api/files/batch', { 'content-type': 'application/json' })
  declaring.end(JSON.stringify({ files: [{ path, size }] }))
  const { data } = (await json(await answered(declaring))) as { data: { uniqueId: string; files: { uniqueId: string }[] } }
  return { batchId: data.uniqueId, uniqueId: data.files[0]!.uniqueId }
}

/** Uploads a file in parts of so many bytes, and answers the id that it has in the drive. */
export const up = async (carrier: Carrier, from: string, { size, part = size }: { size: number; part?: number }) => {
  const { batchId, uniqueId } = await declare(carrier, `${crypto.randomUUID()}.bin`, size)
  for (let start = 0; start < size; start += part) {
    const end = Math.min(start + part, size)
    const sending = begin(carrier, 'PATCH', `/api/files/arriving/${uniqueId}`, {
      'content-type': 'application/offset+octet-stream',
      'content-length': end - start,
      'upload-offset': start,
      'tus-resumable': '1.0.0',
    })
    const answer = answered(sending)
    await pipeline(createReadStream(from, { start, end: end - 1, highWaterMark: 512 * 1024 }), sending)
    ;(await answer).resume()
  }
  const asking = begin(carrier, 'GET', `/api/files/batch/${batchId}`)
  asking.end()
  const [file] = (await json(await answered(asking))) as { itemId: string }[]
  return file!.itemId
}

async function* lent(bytes: AsyncIterable<Buffer>) {
  for await (const chunk of bytes) yield lend(chunk)
}
const unhashed = { update: () => unhashed } as unknown as Hash

/** Downloads a file to a path, where it is synced. */
export const down = async (carrier: Carrier, itemId: string, to: string) => {
  const asking = begin(carrier, 'GET', `/api/files/download/${itemId}`)
  asking.end()
  const bytes = Readable.from(lent(await answered(asking)), { highWaterMark: 1 })
  const handle = await open(to, 'w')
  try {
    const problem = await writeOn({ handle, hash: unhashed, size: 0 }, bytes)
    if (problem) throw problem
  } finally {
    await handle.close()
  }
}

/** Deletes a file for good. */
export const away = async (carrier: Carrier, itemId: string) => {
  const deleting = begin(carrier, 'DELETE', `/api/files/${itemId}`)
  deleting.end()
  ;(await answered(deleting)).resume()
  const purging = begin(carrier, 'POST', '/api/files/purge', { 'content-type': 'application/json' })
  purging.end(JSON.stringify({ uniqueIds: [itemId] }))
  ;(await answered(purging)).resume()
}
