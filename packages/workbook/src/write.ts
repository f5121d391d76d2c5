import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import { sheetXml, stylesXml, type WrittenSheet } from './sheet-xml.ts'
import { escapeXml } from './text.ts'

/** One file of an archive: its name, and its text, which is generated on demand. */
interface Part {
  name: string
  content: Iterable<string> | AsyncIterable<string>
}

const PIECE = 64 * 1024
const MAX_ARCHIVE_BYTES = 0xffffffff
/** 1 January 1980, midnight: a fixed time, so that the same content gives the same bytes. */
const FIXED_DATE = Buffer.from([0, 0, 0x21, 0])

async function* pieces(content: Part['content']) {
  let text = ''
  for await (const more of content) {
    text += more
    if (text.length < PIECE) continue
    yield Buffer.from(text)
    text = ''
  }
  if (text !== '') yield Buffer.from(text)
}

const numbers = (...fields: [size: 2 | 4, value: number][]) => {
  const bytes = Buffer.alloc(fields.reduce((total, [size]) => total + size, 0))
  let at = 0
  for (const [size, value] of fields) at = bytes.writeUIntLE(value, at, size)
  return bytes
}

interface WrittenPart {
  name: Buffer
  offset: number
  crc: number
  compressedSize: number
  uncompressedSize: number
}

/** Version 2.0, sizes after the data, names in UTF-8, deflated. */
const common = Buffer.concat([numbers([2, 20], [2, 0x0808], [2, 8]), FIXED_DATE])
const signature = (last: number) => Buffer.from([0x50, 0x4b, last, last + 1])

const localHeader = (name: Buffer) =>
  Buffer.concat([signature(3), common, numbers([4, 0], [4, 0], [4, 0], [2, name.length], [2, 0]), name])

const descriptor = ({ crc, compressedSize, uncompressedSize }: WrittenPart) =>
  Buffer.concat([signature(7), numbers([4, crc], [4, compressedSize], [4, uncompressedSize])])

const centralHeader = ({ name, offset, crc, compressedSize, uncompressedSize }: WrittenPart) =>
  Buffer.concat([
    signature(1),
    numbers([2, 20]),
    common,
    numbers(
      [4, crc],
      [4, compressedSize],
      [4, uncompressedSize],
      [2, name.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, offset],
    ),
    name,
  ])

const endRecord = (count: number, size: number, offset: number) =>
  Buffer.concat([signature(5), numbers([2, 0], [2, 0], [2, count], [2, count], [4, size], [4, offset], [2, 0])])

async function* deflated({ content }: Part, entry: WrittenPart) {
  const packer = createDeflateRaw({ level: 5, chunkSize: PIECE })
  const counted = async function* () {
    for await (const piece of pieces(content)) {
      entry.crc = crc32(piece, entry.crc)
      entry.uncompressedSize += piece.length
      yield piece
    }
  }
  const writing = pipeline(counted, packer)
  writing.catch(() => {})
  for await (const chunk of packer as AsyncIterable<Buffer>) {
    entry.compressedSize += chunk.length
    yield chunk
  }
  await writing
}

/** Streams a zip archive: the text of parts is pulled only as fast as the reader consumes the bytes. */
async function* zip(parts: Iterable<Part>): AsyncGenerator<Buffer> {
  const directory: WrittenPart[] = []
  let offset = 0
  for (const part of parts) {
    const entry = { name: Buffer.from(part.name), offset, crc: 0, compressedSize: 0, uncompressedSize: 0 }
    const header = localHeader(entry.name)
    yield header
    for await (const chunk of deflated(part, entry)) yield chunk
    const end = descriptor(entry)
    yield end
    offset += header.length + entry.compressedSize + end.length
    if (offset > MAX_ARCHIVE_BYTES || entry.uncompressedSize > MAX_ARCHIVE_BYTES)
      throw new Error('The archive is larger than 4 GB')
    directory.push(entry)
  }
  const headers = Buffer.concat(directory.map(centralHeader))
  yield Buffer.concat([headers, endRecord(directory.length, headers.length, offset)])
}

/** The media type of a workbook. */
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const FORMATS = 'http://schemas.openxmlformats.org'
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const contentTypes = (sheets: readonly WrittenSheet[]) =>
  `${XML}<Types xmlns="${FORMATS}/package/2006/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  `<Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/>` +
  sheets
    .map((_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${SPREADSHEET}.worksheet+xml"/>`)
    .join('') +
  '</Types>'

const relation = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="${FORMATS}/officeDocument/2006/relationships/${kind}" Target="${target}"/>`
const relations = (...items: string[]) =>
  `${XML}<Relationships xmlns="${FORMATS}/package/2006/relationships">${items.join('')}</Relationships>`

const workbookXml = (sheets: readonly WrittenSheet[]) =>
  `${XML}<workbook xmlns="${FORMATS}/spreadsheetml/2006/main" xmlns:r="${FORMATS}/officeDocument/2006/relationships"><sheets>` +
  sheets.map(({ name }, at) => `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('') +
  '</sheets></workbook>'

/** Streams a workbook (.xlsx) of these sheets: rows are pulled as fast as the reader consumes the bytes. */
export const workbookStream = (sheets: readonly WrittenSheet[]): Readable => {
  const parts: Part[] = [
    { name: '[Content_Types].xml', content: [contentTypes(sheets)] },
    { name: '_rels/.rels', content: [relations(relation('rId1', 'officeDocument', 'xl/workbook.xml'))] },
    { name: 'xl/workbook.xml', content: [workbookXml(sheets)] },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: [
        relations(
          ...sheets.map((_, at) => relation(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`)),
          relation('styles', 'styles', 'styles.xml'),
        ),
      ],
    },
    { name: 'xl/styles.xml', content: [stylesXml] },
    ...sheets.map((sheet, at) => ({ name: `xl/worksheets/sheet${at + 1}.xml`, content: sheetXml(sheet) })),
  ]
  return Readable.from(zip(parts), { objectMode: false })
}
