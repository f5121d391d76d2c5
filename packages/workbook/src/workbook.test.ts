import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { markedWorkbook, template } from './marked.ts'
import { type Fault, sheet } from './sheet.ts'
import { archive } from './testing/archive.ts'
import { acme, companies, filled, headers } from './testing/companies.ts'
import { goodRow, headerRow, inline, parts, sheetWith, worksheet } from './testing/parts.ts'
import { readWholeSheet } from './testing/readWholeSheet.ts'
import { partOf, textRows } from './testing/sheetParts.ts'
import { openArchive } from './xlsx/archive.ts'

const colourOf = async (bytes: Buffer, reference: string) => {
  const styles = await partOf(bytes, 'xl/styles.xml')
  const style = Number(new RegExp(`r="${reference}" s="(\\d+)"`).exec(await partOf(bytes, 'xl/worksheets/sheet1.xml'))?.[1])
  const format = [...styles.slice(styles.indexOf('<cellXfs')).matchAll(/fillId="(\d+)"/g)][style]?.[1]
  return [...styles.matchAll(/<fill>.*?<\/fill>/g)][Number(format)]?.[0].match(/rgb="FF(\w+)"/)?.[1]
}
const mark = async (bytes: Buffer, more: Fault[] = []) => {
  const { faults } = await readWholeSheet(bytes, companies)
  return buffer(await markedWorkbook(bytes, companies, [...faults.listed, ...more]))
}
const RED = 'C00000'
const PINK = 'FFC7CE'

describe('the template', () => {
  test('can be read by its own description, and has no rows', async () => {
    const { read, faults } = await readWholeSheet(await buffer(template(companies)), companies)
    expect([read, faults.total]).toEqual([0, 0])
  })

  test('is the same file each time', async () => {
    expect(await buffer(template(companies))).toEqual(await buffer(template(companies)))
  })

  test('has red headers only for mandatory columns, and freezes the header row', async () => {
    const bytes = await buffer(template(companies))
    expect(await Promise.all(['A1', 'D1', 'E1', 'F1'].map((reference) => colourOf(bytes, reference)))).toEqual([
      RED,
      RED,
      'D9E1F2',
      'D9E1F2',
    ])
    expect(await partOf(bytes, 'xl/worksheets/sheet1.xml')).toContain(
      '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
    )
  })

  test('lists the allowed values on a second sheet, and offers them in cells that take a single value', async () => {
    const bytes = await buffer(template(companies))
    expect((await textRows(bytes, 'Allowed values')).map(({ cells }) => cells)).toEqual([
      ['Country', 'Company Types', 'Rating'],
      ['Germany', 'MANUFACTURER_BRAND', 'GOOD'],
      ['Italy', 'IMPORTER_DISTRIBUTOR', 'BAD'],
      ['', 'ASSOCIATION'],
    ])
    const choices = [
      ...(await partOf(bytes, 'xl/worksheets/sheet1.xml')).matchAll(
        /showErrorMessage="(\d)"[^>]*sqref="(\w+):\w+"><formula1>([^<]*)/g,
      ),
    ]
    expect(choices.map(([, strict, from, range]) => [strict, from, range])).toEqual([
      ['0', 'B2', "'Allowed values'!$A$2:$A$3"],
      ['1', 'F2', "'Allowed values'!$C$2:$C$3"],
    ])
  })

  test('formats every cell as text, so that numbers keep their zeros', async () => {
    const bytes = await buffer(template(companies))
    const [, style] = /<col min="1" max="1" width="40" style="(\d+)"/.exec(await partOf(bytes, 'xl/worksheets/sheet1.xml')) ?? []
    const formats = [...(await partOf(bytes, 'xl/styles.xml')).replace(/^.*<cellXfs/, '').matchAll(/numFmtId="(\d+)"/g)]
    expect(formats[Number(style)]?.[1]).toBe('49')
  })

  test('may have several sheets, each with its own lists', async () => {
    const notes = sheet('Notes', [{ header: 'Country', field: 'country', values: ['Peru'] }])
    const bytes = await buffer(template(companies, notes))
    expect((await readWholeSheet(bytes, notes, { otherSheets: ['Companies'] })).faults.total).toBe(0)
    expect((await textRows(bytes, 'Allowed values'))[0]?.cells).toEqual([
      'Companies: Country',
      'Companies: Company Types',
      'Companies: Rating',
      'Notes: Country',
    ])
    expect(await partOf(bytes, 'xl/worksheets/sheet2.xml')).toContain("'Allowed values'!$D$2:$D$2")
  })

  test('has only one sheet if there are no lists', async () => {
    const bytes = await buffer(template(sheet('Plain', [{ header: 'A', field: 'a' }])))
    expect((await openArchive(bytes)).has('xl/worksheets/sheet2.xml')).toBe(false)
  })
})

describe('the marked workbook', () => {
  const bad = [headers, acme, acme.with(0, '').with(5, 'so-so'), [], acme.with(1, ' Italy')]
  test('has the same values in the same rows, and describes the problems', async () => {
    expect(await textRows(await mark(await buffer(filled(bad))))).toEqual([
      { row: 1, cells: [...headers, 'Problems'] },
      { row: 2, cells: acme },
      { row: 3, cells: [...acme.with(0, '').with(5, 'so-so'), 'Legal Name is required. Rating: Choose from GOOD, BAD.'] },
      { row: 5, cells: [...acme.with(1, ' Italy'), 'Country: Remove the spaces before or after the text.'] },
    ])
  })

  test('highlights only the faulty cells in light red, including empty ones', async () => {
    const bytes = await mark(await buffer(filled(bad)))
    expect(await Promise.all(['A2', 'A3', 'B3', 'F3', 'B5', 'A1'].map((reference) => colourOf(bytes, reference)))).toEqual([
      undefined,
      PINK,
      undefined,
      PINK,
      PINK,
      RED,
    ])
  })

  test('can be read again unchanged, with the remaining faults', async () => {
    const once = await mark(await buffer(filled(bad)))
    const { read, rows, faults } = await readWholeSheet(once, companies)
    expect([read, rows.length, faults.total]).toEqual([3, 1, 3])
    expect((await textRows(await mark(once)))[0]?.cells).toEqual([...headers, 'Problems'])
  })

  test('also shows the faults found by a feature', async () => {
    const taken = { row: 2, column: 'Legal Name', value: 'Acme', problem: 'There is such a company.' }
    const bytes = await mark(await buffer(filled([headers, acme])), [taken])
    expect((await textRows(bytes))[1]?.cells.at(-1)).toBe('Legal Name: There is such a company.')
    expect(await colourOf(bytes, 'A2')).toBe(PINK)
  })

  test('explains header faults in the header of its «Problems» column, which is not a fault when read again', async () => {
    const bytes = await mark(await buffer(filled([[...headers.slice(0, 5), 'rating'], acme])))
    const cells = (await textRows(bytes))[0]?.cells
    expect(cells?.at(-1)).toBe(
      "Problems: The template has no column 'rating'. Rename or remove it. The column 'Rating' is missing.",
    )
    expect(await colourOf(bytes, 'F1')).toBe(PINK)
    expect((await readWholeSheet(bytes, companies)).faults.total).toBe(2)
  })

  test('keeps unknown columns and values outside the columns', async () => {
    const beside = worksheet(headerRow + goodRow.replace('</row>', `${inline('H2', 'a note')}</row>`))
    const bytes = await mark(archive(parts({ 'xl/worksheets/sheet1.xml': beside })))
    expect((await textRows(bytes))[1]?.cells.slice(6)).toEqual(['', 'a note', 'H: The template has no column here. Remove this.'])
    expect(await colourOf(bytes, 'H2')).toBe(PINK)
  })

  test('keeps values beyond the header if only the header is faulty, and values in late rows', async () => {
    const late = [...acme, '', '', 'late']
    const bytes = await mark(await buffer(filled([headers.slice(0, 5), acme, ...Array.from({ length: 600 }, () => acme), late])))
    const rows = await textRows(bytes)
    expect(rows[1]?.cells).toEqual(acme)
    expect(rows.at(-1)?.cells.filter((text) => text !== '')).toEqual([...acme, 'late'])
  })

  test('contains the value of a formula, but not the formula', async () => {
    const formula = sheetWith('<row r="2"><c r="A2" t="str"><f>1+1</f><v>=cmd()</v></c></row>')
    const bytes = await mark(archive(parts({ 'xl/worksheets/sheet1.xml': formula })))
    expect((await textRows(bytes))[1]?.cells[0]).toBe('=cmd()')
    expect(await partOf(bytes, 'xl/worksheets/sheet1.xml')).not.toContain('<f>')
  })

  test('offers the lists of allowed values again', async () => {
    const bytes = await mark(await buffer(filled([headers.toReversed(), acme.toReversed()])))
    expect(await partOf(bytes, 'xl/worksheets/sheet1.xml')).toMatch(
      /sqref="A2:A1048576"><formula1>'Allowed values'!\$C\$2:\$C\$3/,
    )
  })

  test('does not block a thread if it is never read', async () => {
    const bytes = await buffer(filled([headers, ...Array.from({ length: 1500 }, () => acme)]))
    for (let at = 0; at < 6; at++) (await markedWorkbook(bytes, companies, [])).destroy()
    expect((await readWholeSheet(bytes, companies)).read).toBe(1500)
  })

  test('is not created for a workbook without the sheet', async () => {
    await expect(markedWorkbook(await buffer(filled([headers], 'Firms')), companies, [])).rejects.toThrow(
      "The sheet 'Companies' is missing.",
    )
  })
})
