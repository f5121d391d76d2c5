import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

/* The system remembers what passes through a file. A large one would drive all else out of its memory, the database first, and the way through
   it costs more than all that is done with the bytes: what comes after a file's beginning goes past it, straight between the disk and us. */

/** Bytes of a file that the system remembers. */
const REMEMBERED = 32 * 1024 * 1024
/** What goes past it begins and ends where a page does, in the file as in our memory. */
const PAGE = 4096

/** A buffer that begins at a page of memory, as those do that could be resized. */
export const pagesOf = (Memory: typeof ArrayBuffer | typeof SharedArrayBuffer, size: number) =>
  Buffer.from(new Memory(size, { maxByteLength: size }))

/** Undefined where the system or the kind of disk knows no way past memory. */
const openPast = async (path: string, access: number) => {
  const { O_DIRECT } = constants as Partial<typeof constants>
  return O_DIRECT ? open(path, access | O_DIRECT).catch(() => undefined) : undefined
}

const unlessRefused = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EINVAL') throw error
  return undefined
}

const readFrom = async (file: FileHandle, bytes: Buffer, at: number) => (await file.read(bytes, 0, bytes.length, at)).bytesRead
const writeTo = async (file: FileHandle, bytes: Buffer, at: number) => (await file.write(bytes, 0, bytes.length, at)).bytesWritten

/** Opens a file for its owner alone: to read it, to go on with it, or a new one. Whole pages after its beginning go past the system's memory. */
export const openFile = async (path: string, flags: 'r' | 'r+' | 'wx') => {
  const handle = await open(path, flags, 0o600)
  let past: ReturnType<typeof openPast> | undefined

  const pastAt = (at: number, { length }: Buffer) => {
    if (at < REMEMBERED || at % PAGE > 0 || length % PAGE > 0) return undefined
    return (past ??= openPast(path, flags === 'r' ? constants.O_RDONLY : constants.O_WRONLY))
  }

  return {
    /** Fills a buffer with what stands from a place on, and answers how many bytes these are: fewer at the end, none beyond. */
    read: async (bytes: Buffer, at: number) => {
      const file = await pastAt(at, bytes)
      const read = file && (await readFrom(file, bytes, at).catch(unlessRefused))
      return read ?? readFrom(handle, bytes, at)
    },
    /** Writes all of a buffer at a place. */
    write: async (bytes: Buffer, at: number) => {
      const file = await pastAt(at, bytes)
      let done = (file && (await writeTo(file, bytes, at).catch(unlessRefused))) ?? 0
      while (done < bytes.length) done += await writeTo(handle, bytes.subarray(done), at + done)
    },
    size: async () => (await handle.stat()).size,
    /** Waits until the disk has what was written. */
    sync: () => handle.sync(),
    /** Waits for what is being read or written. */
    close: async () => {
      await handle.close()
      await (await past)?.close()
    },
  }
}
export type OpenFile = Awaited<ReturnType<typeof openFile>>
