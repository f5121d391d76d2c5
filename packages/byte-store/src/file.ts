import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import pLimit from 'p-limit'

/* The system remembers what passes through a file. A large one would drive all else out of its memory, the database first, and the way through
   it costs more than all that is done with the bytes: what comes after a file's beginning goes past it, straight between the disk and us. */

/** Bytes of a file that the system remembers. */
const REMEMBERED = 32 * 1024 * 1024
/** What goes past it begins and ends where a page does, in the file as in our memory. */
const PAGE = 4096
/** Four threads do all that waits for a disk. Past memory they do wait: three at once leave one for others. */
const disk = pLimit(3)

/** A buffer that begins at a page of memory, as those do that could be resized. */
export const pagesOf = (Memory: typeof ArrayBuffer | typeof SharedArrayBuffer, size: number) =>
  Buffer.from(new Memory(size, { maxByteLength: size }))

/** A buffer for what is in a file before a place. */
export const bufferFor = (size: number, end: number) =>
  end > REMEMBERED ? pagesOf(ArrayBuffer, size) : Buffer.allocUnsafeSlow(size)

/** Undefined where the system or the kind of disk knows no way past memory. */
const openPast = async (path: string, access: number) => {
  const { O_DIRECT } = constants as Partial<typeof constants>
  return O_DIRECT ? open(path, access | O_DIRECT).catch(() => undefined) : undefined
}

const refusals = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP'])

/** Past memory to an open file, as long as that is not refused. */
const wayPast = (path: string, access: number) => {
  let opened: ReturnType<typeof openPast> | undefined
  let isRefused = false
  const unlessRefused = (error: NodeJS.ErrnoException) => {
    if (!refusals.has(error.code ?? '')) throw error
    isRefused = true
    return 0
  }
  return {
    /** Bytes that were read or written past memory: none where that can not be. */
    tried: async ({ length }: Buffer, at: number, work: (file: FileHandle) => Promise<number>) => {
      if (isRefused || at < REMEMBERED || at % PAGE > 0 || length % PAGE > 0) return 0
      const file = await (opened ??= openPast(path, access))
      return file ? disk(() => work(file)).catch(unlessRefused) : 0
    },
    close: async () => (await opened)?.close(),
  }
}

/** Told how many bytes were written through memory, has the disk begin with them now and then: the sync at the end is short then. */
const flusher = (handle: FileHandle) => {
  let unsynced = 0
  return async (written: number) => {
    unsynced += written
    if (unsynced < REMEMBERED) return
    unsynced = 0
    await handle.datasync()
  }
}

/** Opens a file for its owner alone: to read it, to go on with it, or a new one. Whole pages after its beginning go past the system's memory. */
export const openFile = async (path: string, flags: 'r' | 'r+' | 'wx') => {
  const handle = await open(path, flags, 0o600)
  const past = wayPast(path, flags === 'r' ? constants.O_RDONLY : constants.O_WRONLY)
  const flush = flusher(handle)

  return {
    /** Fills a buffer with what stands from a place on, and answers how many bytes these are: fewer where the file ends, none beyond. */
    read: async (bytes: Buffer, at: number) => {
      const { length } = bytes
      let done = await past.tried(bytes, at, async (file) => (await file.read(bytes, 0, length, at)).bytesRead)
      for (let read = -1; done < length && read !== 0; done += read)
        read = (await handle.read(bytes, done, length - done, at + done)).bytesRead
      return done
    },
    /** Writes all of a buffer at a place. */
    write: async (bytes: Buffer, at: number) => {
      const { length } = bytes
      let done = await past.tried(bytes, at, async (file) => (await file.write(bytes, 0, length, at)).bytesWritten)
      const left = length - done
      while (done < length) done += (await handle.write(bytes, done, length - done, at + done)).bytesWritten
      await flush(left)
    },
    size: async () => (await handle.stat()).size,
    /** Waits until the disk has what was written. */
    sync: () => handle.sync(),
    /** Waits for what is being read or written. */
    close: async () => {
      try {
        await handle.close()
      } finally {
        await past.close()
      }
    },
  }
}
export type OpenFile = Awaited<ReturnType<typeof openFile>>
