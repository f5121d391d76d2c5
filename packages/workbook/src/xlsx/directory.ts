import { grouped, say, type Sentence } from '@tradewind/contract/kit/say'
import type { Entry } from 'yauzl'
import { inMegabytes, limits } from './limits.ts'
import { damaged, UnreadableWorkbook } from './unreadable.ts'

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

/** Packed bytes that two parts share are how a small file becomes a large one. */
const checkOverlap = (parts: readonly Entry[]) => {
  let end = 0
  for (const part of parts.toSorted((one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader)) {
    if (part.relativeOffsetOfLocalHeader < end) throw damaged(say('its parts overlap'))
    end = part.relativeOffsetOfLocalHeader + 30 + part.fileNameLength + part.compressedSize
  }
}

export const tooLarge = () =>
  new UnreadableWorkbook(
    say('The workbook is too large when unpacked. The limit is {count} MB.', { count: inMegabytes(limits.unpackedBytes) }),
  )

export const tooManyParts = () =>
  new UnreadableWorkbook(say('The workbook has more than {count} parts.', { count: grouped(limits.parts) }))

/** Refuses, before anything is unpacked, what the list of parts gives away: bombs, overlaps, passwords, macros, links, double names. */
export const checkDirectory = (parts: readonly Entry[]) => {
  for (const part of parts) checkPart(part)
  if (parts.reduce((total, part) => total + part.uncompressedSize, 0) > limits.unpackedBytes) throw tooLarge()
  checkOverlap(parts)
  if (new Set(parts.map((part) => part.fileName.toLowerCase())).size < parts.length)
    throw damaged(say('two of its parts have one name'))
}
