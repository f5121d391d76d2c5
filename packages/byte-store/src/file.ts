import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import pLimit from 'p-limit'

/* The system caches file contents in the page cache. A large file would evict everything else from it, the database first, and going through
   the cache costs more than all other work on the bytes: the part after a file's beginning bypasses it by direct I/O. */

/** Bytes at the beginning of a file that use the page cache. */
const CACHED_BYTES = 32 * 1024 * 1024
/** Direct I/O must be aligned to pages, in the file and in memory. */
const PAGE = 4096
/** libuv has four threads for disk I/O. Direct I/O blocks them: a limit of three leaves one for others. */
const disk = pLimit(3)

/** A page-aligned buffer; resizable array buffers are page-aligned. */
export const pagesOf = (Memory: typeof ArrayBuffer | typeof SharedArrayBuffer, size: number) =>
  Buffer.from(new Memory(size, { maxByteLength: size }))

/** A buffer for bytes of a file before the position `end`; page-aligned if direct I/O applies. */
export const bufferFor = (size: number, end: number) =>
  end > CACHED_BYTES ? pagesOf(ArrayBuffer, size) : Buffer.allocUnsafeSlow(size)

/** Opens a file for direct I/O. Undefined if the system or disk does not support it. */
const openDirect = async (path: string, access: number) => {
  const { O_DIRECT } = constants as Partial<typeof constants>
  return O_DIRECT ? open(path, access | O_DIRECT).catch(() => undefined) : undefined
}

const refusals = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP'])

/** Direct I/O on a file, until the system rejects it. */
const openDirectIo = (path: string, access: number) => {
  let opened: ReturnType<typeof openDirect> | undefined
  let isUnsupported = false
  const unlessUnsupported = (error: NodeJS.ErrnoException) => {
    if (!refusals.has(error.code ?? '')) throw error
    isUnsupported = true
    return 0
  }
  return {
    /** Runs the work by direct I/O. Returns the number of bytes read or written; 0 if direct I/O is not possible. */
    tried: async ({ length }: Buffer, at: number, work: (file: FileHandle) => Promise<number>) => {
      if (isUnsupported || at < CACHED_BYTES || at % PAGE > 0 || length % PAGE > 0) return 0
      const file = await (opened ??= openDirect(path, access))
      return file ? disk(() => work(file)).catch(unlessUnsupported) : 0
    },
    close: async () => (await opened)?.close(),
  }
}

/** Flushes cached writes to disk now and then, by the number of bytes written, so that the final sync is short. */
const flusher = (handle: FileHandle) => {
  let unsynced = 0
  return async (byteCount: number) => {
    unsynced += byteCount
    if (unsynced < CACHED_BYTES) return
    unsynced = 0
    await handle.datasync()
  }
}

/** Opens a file (mode 0600) to read it, to append to it, or as a new one. Whole pages after its beginning bypass the page cache. */
export const openFile = async (path: string, flags: 'r' | 'r+' | 'wx') => {
  const handle = await open(path, flags, 0o600)
  const directIo = openDirectIo(path, flags === 'r' ? constants.O_RDONLY : constants.O_WRONLY)
  const flush = flusher(handle)

  return {
    /** Fills a buffer from a position, and returns the number of bytes read: fewer at the end of the file, 0 beyond. */
    read: async (bytes: Buffer, at: number) => {
      const { length } = bytes
      let done = await directIo.tried(bytes, at, async (file) => (await file.read(bytes, 0, length, at)).bytesRead)
      for (let read = -1; done < length && read !== 0; done += read)
        read = (await handle.read(bytes, done, length - done, at + done)).bytesRead
      return done
    },
    /** Writes a whole buffer at a position. */
    write: async (bytes: Buffer, at: number) => {
      const { length } = bytes
      let done = await directIo.tried(bytes, at, async (file) => (await file.write(bytes, 0, length, at)).bytesWritten)
      const remaining = length - done
      while (done < length) done += (await handle.write(bytes, done, length - done, at + done)).bytesWritten
      await flush(remaining)
    },
    size: async () => (await handle.stat()).size,
    /** Syncs what was written to disk. */
    sync: () => handle.sync(),
    /** Waits for running reads and writes, and closes the file. */
    close: async () => {
      try {
        await handle.close()
      } finally {
        await directIo.close()
      }
    },
  }
}
export type OpenFile = Awaited<ReturnType<typeof openFile>>
