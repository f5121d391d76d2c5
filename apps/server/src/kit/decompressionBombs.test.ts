import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reencodeForDisplay, reencodeLogo } from './picture.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bombs-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** The results for a picture as a logo, and for display in one width and in two. */
const outcomesOf = async (bytes: Buffer) => {
  const path = join(folder, 'picture')
  await writeFile(path, bytes)
  const logo = await reencodeLogo(path).then(
    ({ width, height }) => `${width} x ${height}`,
    ({ data }: { data: { file: unknown } }) => String(data.file),
  )
  const shown = await reencodeForDisplay(async () => bytes, { widths: [1600], height: 1600 })
  const widths = await reencodeForDisplay(async () => bytes, { widths: [480, 1600], height: 8000 })
  return [logo, shown && (await sharp(shown.webps[0]).metadata()).width, widths?.width]
}

const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#3060c0' } })

/** The offsets at which the scans of a JPEG begin and end. */
const scansOf = (jpeg: Buffer) => {
  const scans: [start: number, end: number][] = []
  const isNext = (at: number) => jpeg[at] === 0xff && jpeg[at + 1] !== 0
  for (let at = 2; at < jpeg.length && jpeg[at + 1] !== 0xd9;) {
    let end = at + 2 + jpeg.readUInt16BE(at + 2)
    if (jpeg[at + 1] === 0xda) {
      while (!isNext(end)) end++
      scans.push([at, end])
    }
    at = end
  }
  return scans
}

/** A JPEG with a scan repeated many times: each scan of 31 bytes costs as much to decode as a whole picture. */
const refinedOften = async (times: number) => {
  const jpeg = await plain(3900, 3900).jpeg({ progressive: true }).toBuffer()
  const [start, end] = scansOf(jpeg).at(-1)!
  const again = Array.from({ length: times }, () => jpeg.subarray(start, end))
  return Buffer.concat([jpeg.subarray(0, end), ...again, Buffer.from([0xff, 0xd9])])
}

/** Animation frames stacked vertically, all different. */
const film = (count: number, side: number) => {
  const raw = { width: side, height: side * count, channels: 3, pageHeight: side } as const
  const bytes = Buffer.alloc(side * side * count * 3)
  for (let at = 0; at < count; at++) bytes.fill(at % 2 === 0 ? at : 255 - at, at * side * side * 3, (at + 1) * side * side * 3)
  return sharp(bytes, { raw })
}

test('accepts a JPEG with a few passes and rejects one with tens of thousands of passes', async () => {
  expect(await outcomesOf(await refinedOften(0))).toEqual(['400 x 400', 1600, 1600])
  expect(await outcomesOf(await refinedOften(50_000))).toEqual(['The picture could not be read', undefined, undefined])
})

/** A small AVIF whose header claims a larger size (its box `ispe`: version, width, height). */
const avifThatSays = async (width: number, height: number) => {
  const avif = await plain(64, 64).avif({ effort: 0 }).toBuffer()
  const size = avif.indexOf('ispe') + 8
  expect([avif.readUInt32BE(size), avif.readUInt32BE(size + 4)]).toEqual([64, 64])
  avif.writeUInt32BE(width, size)
  avif.writeUInt32BE(height, size + 4)
  return avif
}

test('rejects an AVIF of few bytes and too many pixels by its header', async () => {
  expect((await outcomesOf(await avifThatSays(4100, 4100)))[0]).toBe('The picture has too many pixels')
  expect((await outcomesOf(await avifThatSays(3900, 3900)))[0]).toBe('The picture could not be read') // it is looked into
  expect(await outcomesOf(await avifThatSays(8000, 5001))).toEqual(['The picture has too many pixels', undefined, undefined])
})

test.each(['gif', 'webp'] as const)('decodes only the first picture of a %s with hundreds of them', async (format) => {
  const bytes = await film(250, 100)[format]({ effort: 1 }).toBuffer()
  expect((await sharp(bytes, { animated: true }).metadata()).pages).toBeGreaterThan(100)
  expect(await outcomesOf(bytes)).toEqual(['100 x 100', 100, 100])
})
