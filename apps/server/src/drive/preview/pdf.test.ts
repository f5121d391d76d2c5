import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { hungryPdfs, pagePdf, slowPdf, textPdf, treePdf } from '../../../test/drive/pdfs.ts'
import { pdfDrawing } from './pdf.ts'

const { pdfPages, pdfPage } = pdfDrawing({ seconds: 60 })
const stored = (bytes: Buffer) => ({ hash: randomUUID(), read: async () => bytes })
const sizes = async (bytes: Buffer) => (await pdfPages(stored(bytes))).pages.map(({ width, height }) => `${width}x${height}`)

test('pages are drawn as large as they fit, in colour, with what stands on them', async () => {
  const pdf = pagePdf('0 0 100 50', '1 0 0 rg 0 0 50 50 re f')
  const drawn = sharp(await pdfPage(stored(pdf), 1))
  expect(await drawn.metadata()).toMatchObject({ format: 'webp', width: 1600, height: 800, channels: 3 })
  const { data } = await drawn.raw().toBuffer({ resolveWithObject: true })
  const colourAt = (x: number, y: number) => [...data.subarray((y * 1600 + x) * 3, (y * 1600 + x) * 3 + 3)]
  expect(colourAt(1200, 400)).toEqual([255, 255, 255])
  const [red, green, blue] = colourAt(400, 400)
  expect([red! > 240, green! < 16, blue! < 16]).toEqual([true, true, true])
})

test('the sizes of pages are those at which they are drawn, of the first 500', async () => {
  expect(await sizes(await textPdf(3))).toEqual(['1414x2000', '1414x2000', '1600x1131'])
  const many = await pdfPages(stored(treePdf('3 0 R '.repeat(100_000), 100_000)))
  expect([many.count, many.pages.length]).toEqual([100_000, 500])
})

test('there is no page beyond the last one', async () => {
  await expect(pdfPage(stored(await textPdf(2)), 3)).rejects.toThrow('There is no such page')
})

describe('page boxes', () => {
  test.each(['0 0 100000000 100000000', '0 0 0 0', '0 0 -5 -1e30', '0 0 14400 0.001', 'nan nan inf 1e999', ''])(
    '%s is drawn within the maximum size',
    async (box) => {
      const pdf = pagePdf(box)
      const { width, height } = await sharp(await pdfPage(stored(pdf), 1)).metadata()
      expect(await sizes(pdf)).toEqual([`${width}x${height}`])
      expect([width <= 1600, height <= 2000]).toEqual([true, true])
    },
  )
})

test('a tree of pages that contains itself ends', async () => {
  const pdf = stored(treePdf('2 0 R 3 0 R 2 0 R', 900))
  expect((await pdfPages(pdf)).count).toBe(900)
  await pdfPage(pdf, 900).catch(() => null)
})

test('what is no PDF, or only a part of one, has no preview', async () => {
  const pdf = await textPdf(2)
  const garbage = Buffer.from(Array.from({ length: 50_000 }, (_, at) => (at * 7919) % 251))
  const others = [
    Buffer.alloc(0),
    garbage,
    Buffer.concat([Buffer.from('%PDF-1.7\n'), garbage]),
    Buffer.concat([Buffer.alloc(1024, 32), pdf]),
    pdf.subarray(0, 600),
    Buffer.from(`%PDF-1.4\n1 0 obj\n${'<</A '.repeat(500_000)}`),
  ]
  for (const bytes of others) {
    await expect(pdfPages(stored(bytes))).rejects.toMatchObject({ status: 404 })
    await expect(pdfPage(stored(bytes), 1)).rejects.toMatchObject({ status: 404 })
  }
})

test('a PDF that needs a password says so', async () => {
  const pdf = stored(await textPdf(1, 'secret'))
  await expect(pdfPages(pdf)).rejects.toThrow('There is no preview of this PDF: it opens only with a password.')
})

test('a PDF that needs too much memory has no preview, and the next one has', { timeout: 120_000 }, async () => {
  const before = process.memoryUsage.rss()
  for (const [kind, bytes] of Object.entries(hungryPdfs())) {
    const outcome = await pdfPage(stored(bytes), 1).then(
      () => 'drawn',
      ({ status }: { status: number }) => status,
    )
    expect([kind, outcome]).toEqual([kind, kind === 'picture' ? 'drawn' : 404])
    expect(process.memoryUsage.rss() - before).toBeLessThan(600 * 1024 * 1024)
  }
  expect((await pdfPage(stored(await textPdf(1)), 1)).length).toBeGreaterThan(1000)
})

test('a PDF that takes too long has no preview, and is not tried again at once', { timeout: 60_000 }, async () => {
  const hasty = pdfDrawing({ seconds: 5 })
  const slow = stored(slowPdf())
  let reads = 0
  const read = () => {
    reads++
    return slow.read()
  }
  for (let time = 0; time < 3; time++) await expect(hasty.pdfPage({ ...slow, read }, 1)).rejects.toMatchObject({ status: 404 })
  expect(reads).toBe(1)
  expect((await hasty.pdfPage(stored(await textPdf(1)), 1)).length).toBeGreaterThan(1000)
})

test('two are drawn at a time and fifty wait; one more is told to come back', async () => {
  const { pdfPage: draw } = pdfDrawing({ seconds: 15 })
  const gate = Promise.withResolvers<Buffer>()
  const waiting = Array.from({ length: 52 }, () => draw({ hash: 'one', read: () => gate.promise }, 1))
  await expect(draw({ hash: 'one', read: () => gate.promise }, 1)).rejects.toMatchObject({ status: 429 })
  gate.resolve(Buffer.from('no PDF'))
  for (const one of await Promise.allSettled(waiting)) expect(one).toMatchObject({ reason: { status: 404 } })
})
