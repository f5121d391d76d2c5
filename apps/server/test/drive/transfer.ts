import { readPooled, releaseBuffer } from '@tradewind/byte-store/bufferPool'
import { BLOCK, processBlocks, takeBlock } from '@tradewind/byte-store/disk'
import { type OpenFile, openFile } from '@tradewind/byte-store/file'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

/** A server, and the token of a user who has a drive there. */
export interface DriveClient {
  origin: string
  token: string
}

const startRequest = (
  { origin, token }: DriveClient,
  method: string,
  path: string,
  headers: Record<string, string | number> = {},
) => request(new URL(path, origin), { method, headers: { authorization: `Bearer ${token}`, ...headers }, agent: false })

const waitForResponse = async (clientRequest: ClientRequest) => {
  const [answer] = (await once(clientRequest, 'response')) as [IncomingMessage]
  if (answer.statusCode! >= 400)
    throw new Error(`${clientRequest.path} answered ${answer.statusCode}: ${JSON.stringify(await json(answer))}`)
  return answer
}

const declareFile = async (carrier: DriveClient, path: string, size: number) => {
  const declareRequest = startRequest(carrier, 'POST', '/api/files/batch', { 'content-type': 'application/json' })
  declareRequest.end(JSON.stringify({ files: [{ path, size }] }))
  const { data } = (await json(await waitForResponse(declareRequest))) as {
    data: { uniqueId: string; files: { uniqueId: string }[] }
  }
  return { batchId: data.uniqueId, uniqueId: data.files[0]!.uniqueId }
}

const requestWriter = (sending: ClientRequest) =>
  new Writable({
    highWaterMark: 1,
    write: (chunk: Buffer, _encoding, done) => {
      sending.write(chunk, (error) => {
        releaseBuffer(chunk)
        done(error)
      })
    },
    final: (done) => void sending.end(done),
  })

/** Uploads a file in parts of this many bytes, and returns its id in the drive. */
export const uploadFile = async (carrier: DriveClient, from: string, { size, part = size }: { size: number; part?: number }) => {
  const { batchId, uniqueId } = await declareFile(carrier, `${crypto.randomUUID()}.bin`, size)
  for (let start = 0; start < size; start += part) {
    const end = Math.min(start + part, size)
    const sending = startRequest(carrier, 'PATCH', `/api/files/arriving/${uniqueId}`, {
      'content-type': 'application/offset+octet-stream',
      'content-length': end - start,
      'upload-offset': start,
      'tus-resumable': '1.0.0',
    })
    const answer = waitForResponse(sending)
    await pipeline(await readPooled(from, { start, end: end - 1 }), requestWriter(sending))
    ;(await answer).resume()
  }
  const asking = startRequest(carrier, 'GET', `/api/files/batch/${batchId}`)
  asking.end()
  const [file] = (await json(await waitForResponse(asking))) as { itemId: string }[]
  return file!.itemId
}

/** The start and length of a response's body. Throws unless the status is 200. */
const parseHead = (bytes: Buffer) => {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = bytes.toString('latin1', 0, end)
  if (!head.startsWith('HTTP/1.1 200 ')) throw new Error(head)
  return { begin: end + 4, length: Number(/^content-length: (\d+)/im.exec(head)![1]) }
}

/** Writes what is received directly in blocks to a file. */
const bodyWriter = (file: OpenFile) => {
  const { put, end } = processBlocks(file.write)
  let block: Buffer | undefined
  let [filled, at, size] = [0, 0, -1]
  const flushBlock = async () => {
    if (!block) return
    const [full, length, place] = [block, filled, at]
    ;[block, filled, at] = [undefined, 0, at + length]
    await put(full, length, place)
  }
  const parseBodyStart = () => {
    const head = parseHead(block!.subarray(0, filled))
    if (!head) return
    block!.copyWithin(0, head.begin, filled)
    ;[filled, size] = [filled - head.begin, head.length]
  }
  return {
    room: () => (block ??= takeBlock()).subarray(filled),
    add: (length: number) => {
      filled += length
      if (size < 0) parseBodyStart()
      return filled === BLOCK ? flushBlock() : undefined
    },
    end: async () => {
      await flushBlock()
      if (at !== size) throw new Error(`${at} bytes came of ${size}`)
      await end()
      await file.sync()
    },
  }
}

/** Downloads a file to a path where no file exists, and syncs it, as cheaply as possible: it is the server that is measured. */
export const downloadFile = async ({ origin, token }: DriveClient, itemId: string, to: string) => {
  const { hostname: host, port } = new URL(origin)
  const file = await openFile(to, 'wx')
  const { room, add, end } = bodyWriter(file)
  const callback = (length: number) => {
    const waiting = add(length)
    waiting?.then(
      () => socket.resume(),
      (error: Error) => socket.destroy(error),
    )
    return !waiting
  }
  const socket = connect({ host, port: Number(port), onread: { buffer: room, callback } })
  socket.write(
    `GET /api/files/download/${itemId} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\nconnection: close\r\n\r\n`,
  )
  try {
    await once(socket, 'end')
    await end()
  } finally {
    socket.destroy()
    await file.close()
  }
}

/** Deletes a file permanently. */
export const deleteFile = async (carrier: DriveClient, itemId: string) => {
  const deleteRequest = startRequest(carrier, 'DELETE', `/api/files/${itemId}`)
  deleteRequest.end()
  ;(await waitForResponse(deleteRequest)).resume()
  const purgeRequest = startRequest(carrier, 'POST', '/api/files/purge', { 'content-type': 'application/json' })
  purgeRequest.end(JSON.stringify({ uniqueIds: [itemId] }))
  ;(await waitForResponse(purgeRequest)).resume()
}
