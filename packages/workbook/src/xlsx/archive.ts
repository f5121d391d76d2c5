import { grouped, say, type Sentence } from '@tradewind/contract/kit/say'
import { open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl'
import { damaged, inMegabytes, isOldWorkbook, limits, UnreadableWorkbook } from './limits.ts'

const MACROS = say('The workbook contains macros. Save it as an Excel workbook (.xlsx) without them.')
const LINKS = say('The workbook has links to other files or data sources. Replace them by their values.')
const OBJECTS = say('The workbook contains embedded objects or controls. Remove them.')

const unwanted: [RegExp, Sentence][] = [
  [/vba|(^|\/)(macrosheets|dialogsheets)\//, MACROS],
  [/(^|\/)(externallinks|querytables)\/|(^|\/)connections\.xml$/, LINKS],
  [/(^|\/)(embeddings|activex|ctrlprops)\//, OBJECTS],
  [/(^|\/)workbook\.bin$/, say('This is a binary workbook (.xlsb). Save it as an Excel workbook (.xlsx).')],
  [/^(encryptedpackage|encryptioninfo)$/, say('The workbook is protected by a password. Save it without one.')],
]

const checkPart = (part: Entry) => {
  const reason = unwanted.find(([name]) => name.test(part.fileName.toLowerCase()))?.[1]
  if (reason) throw new UnreadableWorkbook(reason)
  if (part.isEncrypted()) throw new UnreadableWorkbook(say('The file is encrypted. Save it without a password.'))
  if (part.compressionMethod !== 0 && part.compressionMethod !== 8)
    throw damaged(say('it is packed in a way that Excel does not use'))
  if (part.uncompressedSize > limits.ratioFrom && part.uncompressedSize > part.compressedSize * limits.ratio)
    throw new UnreadableWorkbook(
      say('The file unpacks to more than {count} times its size, which no real spreadsheet does.', { count: limits.ratio }),
    )
}

/** Rejects parts that share compressed bytes, by which a small file can expand to a large one. */
const checkOverlap = (parts: readonly Entry[]) => {
  let end = 0
  for (const part of parts.toSorted((one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader)) {
    if (part.relativeOffsetOfLocalHeader < end) throw damaged(say('its parts overlap'))
    end = part.relativeOffsetOfLocalHeader + 30 + part.fileNameLength + part.compressedSize
  }
}

const tooLarge = () =>
  new UnreadableWorkbook(
    say('The workbook is too large when unpacked. The limit is {count} MB.', { count: inMegabytes(limits.unpackedBytes) }),
  )

export const tooManyParts = () =>
  new UnreadableWorkbook(say('The workbook has more than {count} parts.', { count: grouped(limits.parts) }))

/** Rejects by the list of parts, before anything is unpacked: zip bombs, overlaps, passwords, macros, links, duplicate names. */
const checkDirectory = (parts: readonly Entry[]) => {
  for (const part of parts) checkPart(part)
  if (parts.reduce((total, part) => total + part.uncompressedSize, 0) > limits.unpackedBytes) throw tooLarge()
  checkOverlap(parts)
  if (new Set(parts.map((part) => part.fileName.toLowerCase())).size < parts.length)
    throw damaged(say('two of its parts have one name'))
}

/** A workbook's file: its path, or its bytes. */
export type Source = string | Uint8Array

/** The parts of a workbook, by case-insensitive name. Nothing is ever extracted to disk. */
export interface Archive {
  has: (name: string) => boolean
  /** The unpacked bytes of a part. Throws at the end if size or checksum differ from the file's directory. */
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
  if (isOldWorkbook(start))
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
    throw damaged(say('its list of parts cannot be read'), cause)
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
