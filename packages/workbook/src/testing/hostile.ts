import { randomBytes } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { archive, type Entry } from './archive.ts'
import { goodRow, headerRow, inline, parts, relation, relations, sheetWith, workbook, worksheet } from './parts.ts'

/** A file that must be rejected, and a pattern of the reason. */
type Hostile = [name: string, reason: RegExp, bytes: () => Buffer]

const SHEET = 'xl/worksheets/sheet1.xml'
const MB = 1024 * 1024
const good = () => archive(parts())
const withSheet = (data: string | Buffer | Omit<Entry, 'name'>) => () => archive(parts({ [SHEET]: data }))
const withRow = (xml: string) => withSheet(sheetWith(xml))
const withPart =
  (name: string, data: string | Omit<Entry, 'name'> = 'x') =>
  () =>
    archive(parts({ [name]: data }))
const withEntry = (entry: Entry) => () => archive([...parts(), entry])
const zip64 = (packed: bigint, unpacked: bigint) => {
  const extra = Buffer.alloc(20)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(16, 2)
  extra.writeBigUInt64LE(unpacked, 4)
  extra.writeBigUInt64LE(packed, 12)
  return extra
}
const locator = Buffer.concat([Buffer.from([0x50, 0x4b, 6, 7, 0, 0, 0, 0]), Buffer.alloc(7, 0xff), Buffer.from([0, 1, 0, 0, 0])])
const zeros = (size: number) => ({ data: '', packed: deflateRawSync(Buffer.alloc(size)), says: { unpacked: size, crc: 0 } })
const noise = randomBytes(700_000)

const notWorkbooks: Hostile[] = [
  ['an empty file', /empty/, () => Buffer.alloc(0)],
  ['a text', /not an Excel workbook/, () => Buffer.from('Legal Name,Country\r\nAcme,Germany\r\n')],
  ['a PDF', /not an Excel workbook/, () => Buffer.from('%PDF-1.7 and so on')],
  ['two letters that a zip begins with', /damaged/, () => Buffer.from('PK')],
  ['the start of a zip, then noise', /damaged/, () => Buffer.concat([Buffer.from('PK\u0003\u0004'), noise.subarray(0, 5000)])],
  ['an old .xls, or one with a password', /password/, () => Buffer.from('d0cf11e0a1b11ae1000000', 'hex')],
  ['a file cut in half', /damaged/, () => good().subarray(0, good().length / 2)],
  ['a file without its last bytes', /damaged/, () => good().subarray(0, -10)],
  ['a file with bytes after its end', /damaged/, () => Buffer.concat([good(), Buffer.from('tail')])],
  ['a zip of something else', /no Excel workbook/, () => archive([{ name: 'readme.txt', data: 'hello' }])],
  ['a workbook within a zip', /no Excel workbook/, () => archive([{ name: 'inner.xlsx', data: good(), method: 0 }])],
  ['a text document', /no Excel workbook/, withPart('xl/workbook.xml', '<document/>')],
  ['a binary workbook', /\.xlsb/, withPart('xl/workbook.bin')],
  ['a protected package', /password/, withPart('EncryptedPackage')],
]

const bombs: Hostile[] = [
  ['a bomb by ratio', /100 times/, withSheet(zeros(300 * MB))],
  ['a bomb by ratio in a part that nobody asks for', /100 times/, withPart('xl/media/image1.png', zeros(200 * MB))],
  [
    'a bomb by total',
    /too large/,
    () =>
      archive([
        ...parts(),
        ...Array.from({ length: 9 }, (_, at) => ({ name: `x${at}`, data: '', packed: noise, says: { unpacked: 64 * MB } })),
      ]),
  ],
  ['a bomb that says it is small', /unpacked/, withSheet({ ...zeros(300 * MB), says: { unpacked: 900, crc: 0 } })],
  [
    'a small part that is large',
    /too large/,
    withPart('xl/_rels/workbook.xml.rels', { data: '', packed: noise, says: { unpacked: 30 * MB } }),
  ],
  ['a thousand parts and more', /parts/, () => archive(Array.from({ length: 1001 }, (_, at) => ({ name: `${at}`, data: '' })))],
  ['a list of parts that says it is longer', /damaged/, () => archive(parts(), { count: 900 })],
  [
    'many cells that refer to one long text',
    /characters/,
    () =>
      archive(
        parts({
          'xl/sharedStrings.xml': `<sst><si><t>${'long '.repeat(6000)}</t></si></sst>`,
          [SHEET]: sheetWith(
            ...Array.from({ length: 400 }, (_, row) => `<row>${'<c t="s"><v>0</v></c>'.repeat(6 + (row % 2))}</row>`),
          ),
        }),
      ),
  ],
]

const lies: Hostile[] = [
  ['a part that says it is larger', /unpacked/, withSheet({ data: sheetWith(goodRow), says: { unpacked: 5000 } })],
  ['a part that is not what was packed', /not what was packed/, withSheet({ data: sheetWith(goodRow), says: { crc: 1 } })],
  ['a stored part of two sizes', /damaged/, withSheet({ data: sheetWith(goodRow), method: 0, says: { unpacked: 9 } })],
  ['a part that reaches past the end', /damaged/, withSheet({ data: sheetWith(goodRow), says: { packed: 10 * MB } })],
  ['a part at another part’s place', /overlap/, withEntry({ name: 'copy', data: 'x', says: { offset: 0 } })],
  ['a part that begins within another', /overlap/, withEntry({ name: 'quoted', data: 'x', says: { offset: 40 } })],
  ['an encrypted part', /encrypted/, withSheet({ data: sheetWith(goodRow), flags: 1 })],
  ['a strongly encrypted part', /damaged/, withSheet({ data: sheetWith(goodRow), flags: 0x41 })],
  ['a name that climbs', /damaged/, withEntry({ name: '../../etc/cron.d/x', data: 'x' })],
  ['a name from the root', /damaged/, withEntry({ name: '/etc/passwd', data: 'x' })],
  ['a name with a drive', /damaged/, withEntry({ name: 'C:/windows/x', data: 'x' })],
  ['two parts of one name', /one name/, withEntry({ name: SHEET, data: 'x' })],
  ['two parts of one name but for its case', /one name/, withEntry({ name: SHEET.toUpperCase(), data: 'x' })],
  ['an unknown way of packing', /packed in a way/, withSheet({ data: sheetWith(goodRow), method: 14 })],
  ['a broken deflate stream', /unpacked/, withSheet({ data: sheetWith(goodRow), packed: noise.subarray(0, 900) })],
  [
    'large sizes without a place for them',
    /too large|damaged/,
    withSheet({ data: 'x', says: { packed: 0xffffffff, unpacked: 0xffffffff } }),
  ],
  [
    'large sizes that are lies',
    /too large|times|damaged/,
    withSheet({ data: 'x', says: { packed: 0xffffffff, unpacked: 0xffffffff, extra: zip64(1n << 40n, 1n << 46n) } }),
  ],
  [
    'sizes beyond counting',
    /too large|damaged/,
    withSheet({ data: 'x', says: { packed: 0xffffffff, unpacked: 0xffffffff, extra: zip64(1n << 63n, 1n << 63n) } }),
  ],
  ['a list of parts beyond the end', /damaged/, () => archive(parts(), { offset: 0x7fffffff })],
  ['a large list of parts that is not there', /damaged/, () => archive(parts(), { locator })],
  ['a set of several disks', /damaged/, () => archive(parts(), { disk: 3 })],
]

const tenfold = (letter: string, at: number) => `<!ENTITY ${letter} "${`&${'abcdefghi'[at]};`.repeat(10)}">`
const laughs = `<!DOCTYPE x [<!ENTITY a "ha">${'b c d e f g h i j'.split(' ').map(tenfold).join('')}]>`
const canary = '<!DOCTYPE x [<!ENTITY e SYSTEM "http://127.0.0.1:9/canary">]>'

const xml: Hostile[] = [
  ['a billion laughs', /document type/, withSheet(laughs + worksheet(headerRow + `<row r="2">${inline('A2', '&j;')}</row>`))],
  ['an entity from outside', /document type/, withPart('xl/workbook.xml', `${canary}<workbook>&e;</workbook>`)],
  [
    'a DTD among the texts',
    /document type/,
    withPart('xl/sharedStrings.xml', '<!DOCTYPE sst SYSTEM "file:///etc/passwd"><sst/>'),
  ],
  ['a DTD among the relations', /document type/, withPart('_rels/.rels', `${canary}<Relationships/>`)],
  ['an unknown entity', /well-formed/, withRow(`<row r="2">${inline('A2', '&nbsp;')}</row>`)],
  ['a NUL', /well-formed/, withRow(`<row r="2">${inline('A2', '&#0;')}</row>`)],
  [
    'text that is not UTF-8',
    /UTF-8/,
    withSheet(Buffer.concat([Buffer.from(sheetWith(goodRow).slice(0, -60)), Buffer.from([0xff, 0xfe])])),
  ],
  ['text in UTF-16', /UTF-8/, withSheet(Buffer.from(`\uFEFF${sheetWith(goodRow)}`, 'utf16le'))],
  ['an element without an end', /well-formed/, withSheet('<worksheet><sheetData><row r="1">')],
  ['nothing in the sheet', /well-formed/, withSheet('')],
  ['elements without end', /nested too deep/, withSheet('<a>'.repeat(100_000))],
  [
    'an element of megabytes',
    /too long/,
    withSheet(`<worksheet><sheetData ${'a="b" '.repeat(1000)}x="${noise.toString('hex').repeat(3)}"`),
  ],
  ['a text of megabytes', /too long/, withSheet(`<worksheet>${noise.toString('hex').repeat(3)}`)],
]

const content: Hostile[] = [
  ['macros', /macros/, withPart('xl/vbaProject.bin')],
  ['macros by another name', /macros/, withPart('xl/VBAproject2.BIN')],
  ['macros of 1992', /macros/, withPart('xl/macrosheets/sheet1.xml')],
  ['a link to another workbook', /links/, withPart('xl/externalLinks/externalLink1.xml')],
  ['a data connection', /links/, withPart('xl/connections.xml')],
  ['an embedded object', /embedded/, withPart('xl/embeddings/oleObject1.bin')],
  [
    'a relation to the outside',
    /links/,
    withPart(
      'xl/_rels/workbook.xml.rels',
      relations(relation('rId1', 'worksheet', 'https://evil.example/x', 'TargetMode="External"')),
    ),
  ],
  [
    'a sheet whose relation is missing',
    /missing/,
    withPart('xl/workbook.xml', workbook('<sheet name="Companies" r:id="rId9"/>')),
  ],
  [
    'a sheet that lies outside the archive',
    /missing/,
    withPart('xl/_rels/workbook.xml.rels', relations(relation('rId1', 'worksheet', '../../../../../etc/passwd'))),
  ],
  [
    'a hundred sheets and more',
    /sheets/,
    withPart('xl/workbook.xml', workbook('<sheet name="Companies" r:id="rId1"/>'.repeat(101))),
  ],
  ['a hundred thousand relations', /parts/, withPart('_rels/.rels', relations(relation('r', 'styles', 'x').repeat(5000)))],
]

const cell = (reference: string, type = 'n', value = '1') => `<c r="${reference}" t="${type}"><v>${value}</v></c>`

const cells: Hostile[] = [
  ['a text that is not there', /not there/, withRow(`<row r="2">${cell('A2', 's', '1')}</row>`)],
  ['a text before the first', /not there/, withRow(`<row r="2">${cell('A2', 's', '-1')}</row>`)],
  ['a text by a name', /not there/, withRow(`<row r="2">${cell('A2', 's', '__proto__')}</row>`)],
  ['a text between two', /not there/, withRow(`<row r="2">${cell('A2', 's', '0.5')}</row>`)],
  ['the last column of a sheet', /columns/, withRow(`<row r="2">${cell('XFD2')}</row>`)],
  ['a column beyond the last', /no cell/, withRow(`<row r="2">${cell('XFE2')}</row>`)],
  ['a column of four letters', /no cell/, withRow(`<row r="2">${cell('AAAA2')}</row>`)],
  ['a million columns', /columns/, withRow(`<row r="2">${'<c><v>1</v></c>'.repeat(20_000)}</row>`)],
  ['a million empty columns', /order/, withRow(`<row r="2">${'<c/>'.repeat(20_000)}</row>`)],
  ['a row beyond the last', /order/, withRow('<row r="1048577"/>')],
  ['row nought', /order/, withRow('<row r="0"/>')],
  ['a row between two', /order/, withRow('<row r="2.5"/>')],
  ['a row by a name', /order/, withRow('<row r="constructor"/>')],
  ['a row that comes twice', /order/, withRow(goodRow + goodRow)],
  ['rows backwards', /order/, withRow('<row r="9"/><row r="3"/>')],
  ['cells backwards', /order/, withRow(`<row r="2">${cell('C2')}${cell('A2')}</row>`)],
  ['a cell that comes twice', /order/, withRow(`<row r="2">${cell('A2')}${cell('A2')}</row>`)],
  ['a cell of another row', /order/, withRow(`<row r="2">${cell('A7')}</row>`)],
  ['a row within a row', /inside another row/, withRow('<row r="2"><row r="3"/></row>')],
  ['a cell within a cell', /inside another cell/, withRow(`<row r="2"><c r="A2">${cell('B2')}</c></row>`)],
  ['a reference that is none', /no cell/, withRow(`<row r="2">${cell('2A')}</row>`)],
  [
    'a merge of no cells',
    /no cell/,
    withSheet(worksheet(headerRow, '<mergeCells><mergeCell ref="&lt;script&gt;"/></mergeCells>')),
  ],
]

export const hostileFiles: Hostile[] = [...notWorkbooks, ...bombs, ...lies, ...xml, ...content, ...cells]
