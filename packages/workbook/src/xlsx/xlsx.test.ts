import { writeFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { archive } from '../testing/archive.ts'
import { inline, parts, relation, relations, workbook, worksheet } from '../testing/parts.ts'
import { textRows } from '../testing/sheetParts.ts'

const SHEET = 'xl/worksheets/sheet1.xml'
const cellsOf = async (given: Parameters<typeof parts>[0]) =>
  (await textRows(archive(parts(given)))).flatMap(({ cells }) => cells)
const row = (...cells: string[]) => worksheet(`<row>${cells.join('')}</row>`)
const styles = (formats: string, ...ids: number[]) =>
  `<styleSheet><numFmts>${formats}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>` +
  `<cellXfs>${ids.map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`

test('reads texts from the shared strings and from cells, with runs and spaces but without phonetic guides', async () => {
  const strings =
    '<sst><si><t>plain</t></si><si><r><rPr><b/></rPr><t>bold</t></r><r><t xml:space="preserve"> and not </t></r></si>' +
    '<si><t>東京</t><rPh sb="0" eb="2"><t>とうきょう</t></rPh><phoneticPr fontId="1"/></si><si><t/></si></sst>'
  const shared = [0, 1, 2, 3].map((at) => `<c t="s"><v>${at}</v></c>`)
  const cells = await cellsOf({
    'xl/sharedStrings.xml': strings,
    [SHEET]: row(
      ...shared,
      inline('E1', 'a &lt; b &#x1F600;'),
      '<c t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c>',
    ),
  })
  expect(cells).toEqual(['plain', 'bold and not ', '東京', '', 'a < b 😀', 'inline'])
})

test('decodes Excel’s escapes for characters that XML cannot contain, and normalises line breaks', async () => {
  const cells = await cellsOf({
    [SHEET]: row(
      inline('A1', 'one_x000D_\ntwo_x000d_three'),
      inline('B1', '_x005F_x0041_ and _x00'),
      '<c t="inlineStr"><is><t><![CDATA[<raw>]]></t></is></c>',
    ),
  })
  expect(cells).toEqual(['one\ntwo\nthree', '_x0041_ and _x00', '<raw>'])
})

test('reads numbers as their intended values, and booleans and errors as displayed', async () => {
  const numbers = ['49301234567', '0.10000000000000001', '4.9300000000000004E10', '1E+21', '-5', '007'].map(
    (value) => `<c><v>${value}</v></c>`,
  )
  const cells = await cellsOf({
    [SHEET]: row(
      ...numbers,
      '<c t="b"><v>1</v></c>',
      '<c t="b"><v>0</v></c>',
      '<c t="e"><v>#REF!</v></c>',
      '<c t="str"><v>text</v></c>',
    ),
  })
  expect(cells).toEqual(['49301234567', '0.1', '49300000000', '1E+21', '-5', '7', 'TRUE', 'FALSE', '#REF!', 'text'])
})

test('reads a number as a date only if its format says so', async () => {
  const formats =
    '<numFmt numFmtId="164" formatCode="[$-409]dd\\-mm\\-yyyy;@"/><numFmt numFmtId="165" formatCode="[Red]0.00&quot; days&quot;"/>' +
    '<numFmt numFmtId="166" formatCode="[h]:mm"/><numFmt numFmtId="167" formatCode="General"/>'
  const values = ['46056', '46056.170208333337', '46056', '46056', '0.5', '46056', '46056', '-3']
  const cells = values.map((value, at) => `<c s="${at}"><v>${value}</v></c>`)
  const given = {
    'xl/styles.xml': styles(formats, 14, 22, 164, 165, 166, 167, 0, 14),
    [SHEET]: row(...cells, '<c s="0" t="d"><v>2026-02-03</v></c>'),
  }
  expect(await cellsOf(given)).toEqual([
    '2026-02-03',
    '2026-02-03 04:05:06',
    '2026-02-03',
    '46056',
    '12:00:00',
    '46056',
    '46056',
    '-3',
    '2026-02-03',
  ])
})

test('reads a number as a code, with its leading zeros, if its format shows them', async () => {
  const codes = [
    '00000',
    '00000\\-0000',
    '[$-407]"D-"00000;@',
    '\\C\\H\\-0000',
    '000 000',
    '00',
    '000.00',
    '#,##0',
    '000%',
    '0000E+00',
    '000.',
  ]
  const formats = codes
    .map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`)
    .join('')
  const ids = codes.map((_, at) => 164 + at)
  const shown = async (value: string) =>
    cellsOf({ 'xl/styles.xml': styles(formats, ...ids), [SHEET]: row(...ids.map((_, at) => `<c s="${at}"><v>${value}</v></c>`)) })
  expect(await shown('1067')).toEqual(['01067', '00000-1067', 'D-01067', 'CH-1067', '001 067', ...Array<string>(6).fill('1067')])
  expect(await shown('1234567')).toEqual([
    '1234567',
    '00123-4567',
    'D-1234567',
    'CH-1234567',
    '1234 567',
    ...Array<string>(6).fill('1234567'),
  ])
  expect(new Set(await shown('10.5'))).toEqual(new Set(['10.5']))
  expect(new Set(await shown('-7'))).toEqual(new Set(['-7']))
})

test('January and February of 1900 are the days that Excel shows, which counts a 29th of February in that year', async () => {
  const serials = [1, 31, 32, 59, 60, 61, 59.5, 0.5]
  const given = { 'xl/styles.xml': styles('', 14), [SHEET]: row(...serials.map((serial) => `<c s="0"><v>${serial}</v></c>`)) }
  expect(await cellsOf(given)).toEqual([
    '1900-01-01',
    '1900-01-31',
    '1900-02-01',
    '1900-02-28',
    '1900-02-29',
    '1900-03-01',
    '1900-02-28 12:00:00',
    '12:00:00',
  ])
})

test('counts days from 1904 if the workbook says so', async () => {
  const book = workbook('<sheet name="Companies" r:id="rId1"/>', '<workbookPr date1904="1"/>')
  expect(
    await cellsOf({
      'xl/workbook.xml': book,
      'xl/styles.xml': styles('', 14),
      [SHEET]: row('<c s="0"><v>0</v></c>', '<c s="0"><v>44594</v></c>'),
    }),
  ).toEqual(['1904-01-01', '2026-02-03'])
})

test('finds a sheet by its name and relationship, wherever its part is stored', async () => {
  const given = {
    'xl/workbook.xml': workbook(
      '<sheet name="Notes" r:id="rId1"/><sheet name="Q&amp;A" r:id="rId7"/><sheet name="Chart" r:id="rId8"/>',
    ),
    'xl/_rels/workbook.xml.rels': relations(
      relation('rId1', 'worksheet', 'worksheets/sheet1.xml'),
      relation('rId7', 'worksheet', '/elsewhere/Data.xml'),
      relation('rId8', 'chartsheet', 'chartsheets/sheet1.xml'),
    ),
    'elsewhere/data.xml': row(inline('A1', 'found')),
  }
  expect(await textRows(archive(parts(given)), 'Q&A')).toEqual([{ row: 1, cells: ['found'] }])
})

test('supports namespace prefixes, and rows and cells without a reference', async () => {
  const prefixed =
    '<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>one</x:t></x:is></x:c><x:c/><x:c><x:v>3</x:v></x:c></x:row><x:row r="5"><x:c r="C5"><x:v>5</x:v></x:c></x:row><x:row><x:c><x:v>6</x:v></x:c></x:row></x:sheetData></x:worksheet>'
  expect(await textRows(archive(parts({ [SHEET]: prefixed })))).toEqual([
    { row: 1, cells: ['one', '', '3'] },
    { row: 5, cells: ['', '', '5'] },
    { row: 6, cells: ['6'] },
  ])
})

test('ignores content outside the cells of a sheet', async () => {
  const after =
    '<sheetProtection/><extLst><ext><x14:row r="1" xmlns:x14="y"><x14:c><xm:f xmlns:xm="z">A1</xm:f><x14:v>9</x14:v></x14:c></x14:row></ext></extLst>'
  expect(await cellsOf({ [SHEET]: worksheet(`<row>${inline('A1', 'one')}</row>`, after) })).toEqual(['one'])
})

test('reads uncompressed parts, and large (ZIP64) sizes if they are true', async () => {
  const entries = parts({ [SHEET]: { data: row(inline('A1', 'stored')), method: 0 } })
  expect((await textRows(archive(entries)))[0]?.cells).toEqual(['stored'])
  const data = Buffer.from(row(inline('A1', 'large')))
  const extra = Buffer.alloc(20)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(16, 2)
  extra.writeBigUInt64LE(BigInt(data.length), 4)
  extra.writeBigUInt64LE(BigInt(data.length), 12)
  const large = parts({ [SHEET]: { data, method: 0, says: { packed: 0xffffffff, unpacked: 0xffffffff, extra } } })
  expect((await textRows(archive(large)))[0]?.cells).toEqual(['large'])
})

test('reads a workbook from its bytes and from its path', async () => {
  const bytes = archive(parts({ [SHEET]: row(inline('A1', 'same')) }))
  const path = join(tmpdir(), `same-${process.pid}.xlsx`)
  await writeFile(path, bytes)
  const expected = [{ row: 1, cells: ['same'] }]
  expect([await textRows(bytes), await textRows(new Uint8Array(bytes)), await textRows(path)]).toEqual([
    expected,
    expected,
    expected,
  ])
  await rm(path)
})
