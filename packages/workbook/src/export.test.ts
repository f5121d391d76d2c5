import { buffer, text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { csvStream, type ExportColumn, xlsxStream } from './export.ts'
import { partOf, textRows } from './testing/sheetParts.ts'
import { unescapeFormula } from './text.ts'

const rowsOf = async (bytes: Buffer) => (await textRows(bytes, 'List')).map(({ cells }) => cells)
const sheetOf = (bytes: Buffer) => partOf(bytes, 'xl/worksheets/sheet1.xml')

type Row = { name: string; phone?: string }
const columns: ExportColumn<Row>[] = [
  { header: 'Name', value: (row) => row.name },
  { header: 'Phone', value: (row) => row.phone, kind: 'phone' },
]
const xlsx = async (...rows: Row[]) => (await rowsOf(await buffer(xlsxStream('List', columns, rows)))).slice(1)
const csv = async (...rows: Row[]) => (await text(csvStream(columns, rows))).split('\r\n').slice(1, -1)

const formulas = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  ' =1+1',
  '\t=1+1',
  '\r=1+1',
  '\n=1',
  '\u00a0=1+1',
  '\u0000=1+1',
  '\u200b=1+1',
  '\uFEFF@x',
  '＝1+1',
  ' \u00a0\u0000 -2',
  '\tplain',
  "=cmd|' /C calc'!A0",
]

describe('text that looks like a formula', () => {
  test.each(formulas)('%j is escaped in a workbook and in CSV', async (name) => {
    const [[shown = ''] = []] = await xlsx({ name })
    expect(shown).toMatch(/^'/)
    const [line = ''] = await csv({ name })
    expect(line).toMatch(/^"?'/)
  })

  test('stays unchanged if formula characters only occur inside it', async () => {
    expect(await xlsx({ name: 'A=B' }, { name: "O'Neil - Sons" }, { name: '1+1' })).toEqual([['A=B'], ["O'Neil - Sons"], ['1+1']])
  })

  test('keeps its + in a column of phone numbers if it is a phone number', async () => {
    expect(await xlsx({ name: 'A', phone: '+49 (30) 12-34' }, { name: 'B', phone: '+1+cmd()' })).toEqual([
      ['A', '+49 (30) 12-34'],
      ['B', "'+1+cmd()"],
    ])
    expect(await csv({ name: '+49', phone: '+49 (30) 12-34' })).toEqual(["'+49,+49 (30) 12-34"])
  })

  test.each([...formulas.slice(0, 4), "'=1+1", "''-5", "'quoted'", "'s-Hertogenbosch", "'"])(
    '%j is read back as it was',
    async (name) => {
      const [[shown = ''] = []] = await xlsx({ name })
      expect(unescapeFormula(shown)).toBe(name)
    },
  )

  test('is escaped in a header', async () => {
    const named = [{ header: '=1+1', value: () => '' }]
    expect(await rowsOf(await buffer(xlsxStream('List', named, [])))).toEqual([["'=1+1"]])
    expect(await text(csvStream(named, []))).toBe("'=1+1\r\n")
  })

  test('is escaped in a list of values', async () => {
    const bytes = await buffer(xlsxStream('List', [{ header: 'All', value: () => ['=1', '=2'] }], [1]))
    expect(await rowsOf(bytes)).toEqual([['All'], ["'=1, =2"]])
  })
})

test('writes every text of a workbook as a text cell', async () => {
  const xml = await sheetOf(await buffer(xlsxStream('List', columns, [{ name: '=1+1', phone: '+49' }])))
  expect(xml).toContain(`t="inlineStr"><is><t xml:space="preserve">'=1+1</t>`)
  expect(xml).not.toMatch(/<f>|t="str"/)
})

test('preserves XML characters, line breaks, emoji, escapes and spaces in texts', async () => {
  const names = ['a < b & "c" > d', 'two\nlines', '😀 İstanbul 東京', '_x0041_ and _x00', ' spaced ', 'ends with \\']
  expect((await xlsx(...names.map((name) => ({ name })))).map(([name]) => name)).toEqual(names)
})

test('omits characters that XML cannot represent', async () => {
  expect(await xlsx({ name: 'a\u0000b\u0008c\uFFFFd\uD800e\u001F' })).toEqual([['abcde']])
  expect(await csv({ name: 'a\u0000b\u0008c\uD800' })).toEqual(['abc,'])
})

test('truncates a text of more than 32,767 characters in a workbook, but not in CSV', async () => {
  const name = 'x'.repeat(40_000)
  expect((await xlsx({ name }))[0]?.[0]).toBe(`${'x'.repeat(32_766)}…`)
  expect(await csv({ name })).toEqual([`${name},`])
})

const kinds: ExportColumn<{ day: string | Date | null; figure: number; isPartner: boolean }>[] = [
  { header: 'Day', value: (row) => row.day, kind: 'date' },
  { header: 'Figure', value: (row) => row.figure },
  { header: 'Partner', value: (row) => row.isPartner },
]
const ofAllKinds = [
  { day: '2026-02-03', figure: -1.5, isPartner: true },
  { day: '2026-02-03T23:59:59.000+01:00', figure: Number.NaN, isPartner: false },
  { day: new Date('2026-02-03T23:59:59Z'), figure: 0, isPartner: false },
  { day: 'soon', figure: 1e6, isPartner: true },
  { day: null, figure: 2, isPartner: true },
]

test('writes days as real dates in a workbook, numbers as numbers and booleans as booleans', async () => {
  const bytes = await buffer(xlsxStream('List', kinds, ofAllKinds))
  expect((await rowsOf(bytes)).slice(1)).toEqual([
    ['2026-02-03', '-1.5', 'TRUE'],
    ['2026-02-03', '', 'FALSE'],
    ['2026-02-03', '0', 'FALSE'],
    ['soon', '1000000', 'TRUE'],
    ['', '2', 'TRUE'],
  ])
  expect(await sheetOf(bytes)).toMatch(/<c r="A2" s="\d"><v>46056<\/v><\/c>/)
})

test('writes days as text that Excel does not know as dates, so that they can be read again', async () => {
  const days = ['0987-06-05', '1885-05-01', '1900-02-28', '1900-03-01', '9999-12-31']
  const bytes = await buffer(
    xlsxStream(
      'List',
      kinds,
      days.map((day) => ({ day, figure: 1, isPartner: true })),
    ),
  )
  expect((await rowsOf(bytes)).slice(1).map(([day]) => day)).toEqual(days)
  const xml = await sheetOf(bytes)
  expect(xml).toContain('>1900-02-28<')
  expect(xml).toMatch(/<c r="A5" s="\d"><v>61<\/v><\/c>/)
})

test('writes days as YYYY-MM-DD in CSV', async () => {
  const lines = (await text(csvStream(kinds, ofAllKinds))).split('\r\n')
  expect(lines.slice(1, 6)).toEqual([
    '2026-02-03,-1.5,true',
    '2026-02-03,NaN,false',
    '2026-02-03,0,false',
    'soon,1000000,true',
    ',2,true',
  ])
})

test('CSV has a UTF-8 byte order mark, quotes values only where needed, and ends each line with CR LF', async () => {
  const bytes = await buffer(csvStream(columns, [{ name: 'Müller, "Söhne"\nund' }, { name: 'plain' }]))
  expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf')
  expect(bytes.subarray(3).toString()).toBe('Name,Phone\r\n"Müller, ""Söhne""\nund",\r\nplain,\r\n')
})

const source = () => {
  const seen = { rows: 0, isClosed: false }
  const rows = async function* () {
    try {
      for (; seen.rows < 200_000; seen.rows++) yield { name: `Company ${seen.rows} ${Math.random()}` }
    } finally {
      seen.isClosed = true
    }
  }
  return { seen, rows: rows() }
}

const failing = async function* () {
  yield { name: 'one' }
  throw new Error('The database is away')
}

describe.each(['xlsx', 'csv'])('a stream of %s', (format) => {
  const streamOf = (rows: AsyncIterable<Row>) =>
    format === 'xlsx' ? xlsxStream('List', columns, rows) : csvStream(columns, rows)
  test('requests rows only as fast as its bytes are consumed', async () => {
    const { seen, rows } = source()
    const reading = streamOf(rows)[Symbol.asyncIterator]()
    for (let taken = 0; taken < 200_000;) taken += ((await reading.next()).value as Buffer).length
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect(seen.rows).toBeLessThan(60_000)
    await reading.return?.()
  })

  test('closes the row source when the reader stops', async () => {
    const { seen, rows } = source()
    const stream = streamOf(rows)
    const reading = stream[Symbol.asyncIterator]()
    for (let taken = 0; taken < 200_000;) taken += ((await reading.next()).value as Buffer).length
    stream.destroy()
    await expect.poll(() => seen.isClosed).toBe(true)
  })

  test('fails with the error of its rows', async () => {
    await expect(buffer(streamOf(failing()))).rejects.toThrow('The database is away')
  })
})
