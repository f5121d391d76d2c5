import { hash } from 'node:crypto'
import { once } from 'node:events'
import { type Duplex, Readable } from 'node:stream'
import type pg from 'pg'

/** What of the driver's connection COPY needs. */
interface Wire {
  stream: Duplex
  query: (text: string) => void
  sendCopyFromChunk: (chunk: Buffer) => void
  endCopyFrom: () => void
  sendCopyFail: (why: string) => void
}

interface Handlers {
  begin: (wire: Wire) => void
  onData?: (row: Buffer) => void
  onReady?: (wire: Wire) => void
  end: (error?: Error) => void
}

const ignore = () => {}

/** A query as the driver hands on its messages to it. */
const submit = (client: pg.Client, { begin, onData = ignore, onReady = ignore, end }: Handlers) => {
  const query = {
    submit: begin,
    handleRowDescription: ignore,
    handleDataRow: ignore,
    handleEmptyQuery: ignore,
    handlePortalSuspended: ignore,
    handleCommandComplete: ignore,
    handleCopyInResponse: onReady,
    handleCopyData: ({ chunk }: { chunk: Buffer }) => onData(chunk),
    handleError: (error: Error) => end(error),
    handleReadyForQuery: () => end(),
  }
  client.query(query as unknown as pg.Submittable)
}

/** The rows of `COPY … TO STDOUT`, a buffer for each. A slow reader slows the server down. */
export const copyOut = (client: pg.Client, text: string): Readable => {
  let stream: Duplex | undefined
  const rows = new Readable({
    objectMode: true,
    highWaterMark: 1000,
    read: () => void stream?.resume(),
    destroy: (error, done) => {
      stream?.resume()
      done(error)
    },
  })
  submit(client, {
    begin: (wire) => {
      stream = wire.stream
      wire.query(text)
    },
    onData: (row) => {
      // A copy: the driver uses its buffer again.
      if (!rows.destroyed && !rows.push(Buffer.from(row))) stream!.pause()
    },
    end: (error) => void (error ? rows.destroy(error) : rows.push(null)),
  })
  return rows
}

/** Sends a source by `COPY … FROM STDIN`. Where the source breaks off, nothing of it is kept. */
export const copyIn = (client: pg.Client, text: string, source: AsyncIterable<Buffer>): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let problem: Error | undefined
  let isOver = false
  const pump = async (wire: Wire) => {
    try {
      for await (const chunk of source) {
        if (isOver) return
        wire.sendCopyFromChunk(chunk)
        if (wire.stream.writableNeedDrain) await once(wire.stream, 'drain')
      }
      wire.endCopyFrom()
    } catch (error) {
      problem = error as Error
      wire.sendCopyFail(problem.message)
    }
  }
  submit(client, {
    begin: (wire) => wire.query(text),
    onReady: (wire) => void pump(wire),
    end: (error) => {
      isOver = true
      if (problem ?? error) reject(problem ?? error!)
      else resolve()
    },
  })
  return promise
}

/** Counts rows and sums their hashes: the same for the same rows in whatever order a table has them. */
export const openDigest = () => {
  const sum = new BigUint64Array(4)
  let rows = 0
  return {
    add: (row: Buffer) => {
      const hashed = hash('sha256', row, 'buffer')
      for (let lane = 0; lane < 4; lane++) sum[lane]! += hashed.readBigUInt64BE(lane * 8)
      rows++
    },
    value: () => ({ rows, digest: [...sum].map((lane) => lane.toString(16).padStart(16, '0')).join('') }),
  }
}
export type Digest = ReturnType<typeof openDigest>

const BATCH = 256 * 1024

/** Rows put together to larger chunks; each is added to the digest. */
export async function* inBatches(rows: AsyncIterable<Buffer>, digest: Digest) {
  let parts: Buffer[] = []
  let size = 0
  for await (const row of rows) {
    digest.add(row)
    parts.push(row)
    size += row.length
    if (size < BATCH) continue
    yield Buffer.concat(parts)
    ;[parts, size] = [[], 0]
  }
  if (size > 0) yield Buffer.concat(parts)
}
