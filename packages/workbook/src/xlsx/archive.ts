import { say } from '@tradewind/contract/kit/say'
import { open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl'
import { checkDirectory, tooLarge, tooManyParts } from './directory.ts'
import { inMegabytes, limits } from './limits.ts'
import { damaged, UnreadableWorkbook } from './unreadable.ts'

/** A workbook's file: its path, or its bytes. */
export type Source = string | Uint8Array

/** The parts of a workbook, by name without regard to case. Nothing of it is ever written to a path. */
export interface Archive {
  has: (name: string) => boolean
  /** The bytes of a part as they are unpacked. They end in an error when they are more, fewer or others than the file says. */
  part: (name: string, atMost?: number) => AsyncGenerator<Buffer>
  close: () => void
}

const opening = async (source: Source) => {
  if (typeof source !== 'string') return { size: source.byteLength, start: Buffer.from(source.subarray(0, 8)) }
  const file = await open(source)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0)
    return { size: (await file.stat()).size, start: buffer.subarray(0, bytesRead) }
  } finally {
    await file.close()
  }
}

const checkKind = async (source: Source) => {
  const { size, start } = await opening(source)
  if (size === 0) throw new UnreadableWorkbook(say('The file is empty.'))
  if (size > limits.fileBytes)
    throw new UnreadableWorkbook(say('The file is larger than {count} MB.', { count: inMegabytes(limits.fileBytes) }))
  if (start.toString('hex') === 'd0cf11e0a1b11ae1')
    throw new UnreadableWorkbook(
      say('This is an old Excel file (.xls) or one with a password. Save it as .xlsx without a password.'),
    )
  if (start.toString('latin1', 0, 2) !== 'PK') throw new UnreadableWorkbook(say('This is not an Excel workbook (.xlsx).'))
}

const unzip = async (source: Source) => {
  await checkKind(source)
  const options = { lazyEntries: true, autoClose: false }
  const zip =
    typeof source === 'string'
      ? openPromise(source, options)
      : fromBufferPromise(Buffer.from(source.buffer, source.byteOffset, source.byteLength), options)
  return zip.catch((cause: unknown) => {
    throw damaged(say('it is cut off or not a workbook'), cause)
  })
}

const directoryOf = async (zip: ZipFile) => {
  if (zip.entryCount > limits.parts) throw tooManyParts()
  const parts: Entry[] = []
  try {
    for await (const part of zip.eachEntry()) parts.push(part)
  } catch (cause) {
    throw damaged(say('its list of parts can not be read'), cause)
  }
  checkDirectory(parts)
  return new Map(parts.map((part) => [part.fileName.toLowerCase(), part]))
}

async function* unpacked(zip: ZipFile, part: Entry) {
  let crc = 0
  try {
    for await (const chunk of (await zip.openReadStreamPromise(part)) as AsyncIterable<Buffer>) {
      crc = crc32(chunk, crc)
      yield chunk
    }
  } catch (cause) {
    throw damaged(say("'{name}' cannot be unpacked", { name: part.fileName }), cause)
  }
  if (crc !== part.crc32) throw damaged(say("'{name}' is not what was packed", { name: part.fileName }))
}

/** Opens a workbook's file, at most 50 MB of it, and checks its list of parts before anything is unpacked. */
export const openArchive = async (source: Source): Promise<Archive> => {
  const zip = await unzip(source)
  try {
    const parts = await directoryOf(zip)
    return {
      has: (name) => parts.has(name.toLowerCase()),
      part: (name, atMost = limits.unpackedBytes) => {
        const part = parts.get(name.toLowerCase())
        if (!part) throw damaged(say("'{name}' is missing", { name }))
        if (part.uncompressedSize > atMost) throw tooLarge()
        return unpacked(zip, part)
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}
