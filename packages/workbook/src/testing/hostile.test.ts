import { open, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { UnreadableWorkbook } from '../xlsx/limits.ts'
import { archive } from './archive.ts'
import { companies } from './companies.ts'
import { hostileFiles } from './hostile.ts'
import { goodRow, headerRow, inline, parts, sheetWith, worksheet } from './parts.ts'
import { readWholeSheet } from './readWholeSheet.ts'

const refusal = (source: string | Uint8Array) =>
  readWholeSheet(source, companies).then(
    ({ read }) => `read ${read} rows`,
    (error: unknown) => (error instanceof UnreadableWorkbook ? error.message : error),
  )
const SHEET = 'xl/worksheets/sheet1.xml'
const readRows = (xml: string) => readWholeSheet(archive(parts({ [SHEET]: xml })), companies)

describe('rejects a potentially harmful file with a reason, and reads the next good one', () => {
  test.each(hostileFiles)('%s', async (_, reason, bytes) => {
    expect(await refusal(bytes())).toMatch(reason)
    expect(await refusal(archive(parts()))).toBe('read 1 rows')
  })
})

test('rejects a file on disk for the same reason as its bytes', async () => {
  const path = join(tmpdir(), `hostile-${process.pid}.xlsx`)
  for (const [, reason, bytes] of hostileFiles) {
    await writeFile(path, bytes())
    expect(await refusal(path)).toMatch(reason)
  }
  await rm(path)
})

test('rejects a file over 50 MB because of its size', async () => {
  const path = join(tmpdir(), `large-${process.pid}.xlsx`)
  const file = await open(path, 'w')
  await file.truncate(50 * 1024 * 1024 + 1)
  await file.close()
  expect(await refusal(path)).toBe('The file is larger than 50 MB.')
  await rm(path)
})

test('zip bombs do not increase memory usage significantly', async () => {
  const bombs = hostileFiles.filter(([name]) => name.includes('bomb')).map(([, , bytes]) => bytes())
  await refusal(archive(parts()))
  const before = process.memoryUsage().rss
  for (const bomb of bombs) await refusal(bomb)
  expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 * 1024)
})

test('does not fetch anything that a file points to', async () => {
  let calls = 0
  const canary = createServer(() => calls++).listen(0, '127.0.0.1')
  await new Promise((resolve) => canary.once('listening', resolve))
  const url = `http://127.0.0.1:${(canary.address() as { port: number }).port}/`
  await refusal(archive(parts({ [SHEET]: `<!DOCTYPE x SYSTEM "${url}">${sheetWith(goodRow)}` })))
  await refusal(
    archive(parts({ 'xl/styles.xml': `<?xml-stylesheet href="${url}"?><styleSheet><x xmlns="${url}"/></styleSheet>` })),
  )
  expect(calls).toBe(0)
  canary.close()
})

test('accepts a hyperlink in a cell as harmless, and reads the text next to it', async () => {
  const links =
    '<Relationships><Relationship Id="r" Type="x/hyperlink" Target="https://acme.example" TargetMode="External"/></Relationships>'
  expect(await refusal(archive(parts({ 'xl/worksheets/_rels/sheet1.xml.rels': links })))).toBe('read 1 rows')
})

describe('reports a potentially harmful cell as a fault of its row', () => {
  test('a formula, even if it has a value', async () => {
    const { faults } = await readRows(sheetWith('<row r="2"><c r="A2" t="str"><f>HYPERLINK("http://x")</f><v>Acme</v></c></row>'))
    expect(faults.listed[0]).toEqual({
      row: 2,
      column: 'Legal Name',
      value: 'Acme',
      problem: 'This is a formula. Enter its value instead.',
    })
  })

  test('an error value', async () => {
    const { faults } = await readRows(sheetWith('<row r="2"><c r="A2" t="e"><v>#REF!</v></c></row>'))
    expect(faults.listed[0]).toMatchObject({ value: '#REF!', problem: 'This is an error value. Correct it or empty the cell.' })
  })

  test('a text of more than 32,767 characters, shown truncated', async () => {
    const { faults } = await readRows(sheetWith(`<row r="2">${inline('A2', 'x'.repeat(40_000))}</row>`))
    expect(faults.listed[0]).toMatchObject({
      row: 2,
      value: `${'x'.repeat(200)}…`,
      problem: 'A cell may have 32,767 characters at most.',
    })
  })

  test('characters that a database cannot store', async () => {
    const { faults } = await readRows(sheetWith(`<row r="2">${inline('A2', 'Ac_x0000_me')}${inline('B2', '_xD83D_')}</row>`))
    expect(faults.listed.slice(0, 2).map(({ column, problem }) => [column, problem])).toEqual([
      ['Legal Name', 'There is a character here that cannot be saved.'],
      ['Country', 'There is a character here that cannot be saved.'],
    ])
  })

  test('100,000 merged ranges across the whole sheet, all counted but only 500 listed', async () => {
    const merges = Array.from({ length: 100_000 }, (_, at) => `<mergeCell ref="A${at + 2}:XFD1048576"/>`)
    const { faults } = await readRows(worksheet(headerRow + goodRow, `<mergeCells>${merges.join('')}</mergeCells>`))
    expect(faults.total).toBe(100_000)
    expect(faults.listed).toHaveLength(500)
    expect(faults.listed[0]).toMatchObject({ row: 2, column: 'Legal Name', problem: 'These cells are merged. Unmerge them.' })
  })

  test('a header named __proto__, as an unknown column and nothing else', async () => {
    const header = headerRow.replace('</row>', `${inline('G1', '__proto__')}${inline('H1', 'constructor')}</row>`)
    const { faults } = await readRows(worksheet(`${header}<row r="2">${inline('G2', 'polluted')}</row>`))
    expect(faults.listed.map(({ column }) => column)).toEqual(['__proto__', 'constructor'])
    expect({}).not.toHaveProperty('polluted')
  })
})
