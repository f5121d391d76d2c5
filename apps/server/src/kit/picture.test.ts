import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reencodeLogo } from './picture.ts'

let folder: string
let count = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'picture-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** The result for a file with these bytes, under a misleading name. */
const remake = async (bytes: Buffer | string) => {
  const path = join(folder, `${++count}.png`)
  await writeFile(path, bytes)
  return reencodeLogo(path)
}
const refusal = (bytes: Buffer | string) =>
  remake(bytes).then(
    () => 'taken',
    ({ status, data }: { status: number; data: { file: string } }) => `${status} ${data.file}`,
  )
const NOT_ONE = '422 Choose a PNG, JPEG, WebP or GIF picture'
const TOO_MANY = '422 The picture has too many pixels'
const UNREADABLE = '422 The picture could not be read'

const plain = (width: number, height: number, background = '#3060c0') =>
  sharp({ create: { width, height, channels: 3, background } })
/** Noise that no format compresses. */
const grain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'grey', noise: { type: 'gaussian', mean: 128, sigma: 40 } } })
/** Red on the left, blue on the right. */
const halves = async () =>
  plain(40, 20, 'blue').composite([{ input: await plain(20, 20, 'red').png().toBuffer(), left: 0, top: 0 }])
/** The red, green and blue of the pixel at this position. */
const colour = async (png: Buffer, left: number, top: number) =>
  [...(await sharp(png).extract({ left, top, width: 1, height: 1 }).raw().toBuffer())].slice(0, 3)

const partsOf = (png: Buffer, at = 8): string[] =>
  at < png.length ? [png.toString('latin1', at + 4, at + 8), ...partsOf(png, at + 12 + png.readUInt32BE(at))] : []
const part = (type: string, data: Buffer) => {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(data.length)
  const body = Buffer.concat([Buffer.from(type), data])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([head, body, sum])
}
/** A black and white PNG, one bit per pixel. */
const bitmap = (width: number, height: number) => {
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0])
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  const pixels = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height))
  return Buffer.concat([PNG, part('IHDR', head), part('IDAT', pixels), part('IEND', Buffer.alloc(0))])
}
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

const formats: [string, (picture: Sharp) => Sharp][] = [
  ['PNG', (picture) => picture.png()],
  ['JPEG', (picture) => picture.jpeg()],
  ['WebP', (picture) => picture.webp()],
  ['GIF', (picture) => picture.gif()],
  ['AVIF', (picture) => picture.avif({ effort: 0 })],
]

describe.each(formats)('%s', (_, as) => {
  test('is re-encoded as a PNG that fits 400 by 400, and is never enlarged', async () => {
    const { png, ...size } = await remake(await as(plain(1000, 500)).toBuffer())
    expect(size).toEqual({ width: 400, height: 200 })
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 400, height: 200, space: 'srgb' })
    for (const [at, tone] of (await colour(png, 200, 100)).entries()) expect(Math.abs(tone - [48, 96, 192][at]!)).toBeLessThan(4)
    expect(await remake(await as(plain(30, 20)).toBuffer())).toMatchObject({ width: 30, height: 20 })
  })

  test('is rejected when it is truncated', async () => {
    const whole = await as(grain(200, 200)).toBuffer()
    expect(await refusal(whole)).toBe('taken')
    expect(await refusal(whole.subarray(0, whole.length / 2))).toBe(UNREADABLE)
    expect(await refusal(whole.subarray(0, 14))).toBe(UNREADABLE)
  })
})

describe.each(formats.filter(([name]) => name !== 'GIF'))('%s', (_, as) => {
  test('loses its GPS position, comments, density and colour profile', async () => {
    const picture = as(plain(40, 20))
      .withIccProfile('p3')
      .withExif({ IFD0: { Copyright: 'Canary of Bergwald' }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Canary of Bergwald</x:xmpmeta>')
      .withDensity(301)
    const taken = await picture.toBuffer()
    expect(taken.includes('Canary')).toBe(true)
    const { png } = await remake(taken)
    expect(new Set(partsOf(png))).toEqual(new Set(['IHDR', 'pHYs', 'IDAT', 'IEND']))
    expect(png.readUInt32BE(png.indexOf('pHYs') + 4)).toBe(1000)
    const { exif, icc, xmp, comments } = await sharp(png).metadata()
    expect({ exif, icc, xmp, comments }).toEqual({})
  })

  test('is rotated upright', async () => {
    const { png, ...size } = await remake(
      await as(await halves())
        .withMetadata({ orientation: 6 })
        .toBuffer(),
    )
    expect(size).toEqual({ width: 20, height: 40 })
    const [[topRed], [, , bottomBlue]] = [await colour(png, 10, 5), await colour(png, 10, 35)]
    expect([topRed! > 200, bottomBlue! > 200]).toEqual([true, true])
  })
})

test('converts colours according to the colour profile', async () => {
  const { png } = await remake(await plain(8, 8, '#20c040').withIccProfile('p3').png().toBuffer())
  const [red, green] = await colour(png, 4, 4)
  expect([Math.abs(red! - 0x20) < 3, Math.abs(green! - 0xc0) < 3]).toEqual([true, true])
})

test('uses the first frame of an animated GIF', async () => {
  const frames = await Promise.all(['red', 'lime', 'blue'].map((tone) => plain(50, 50, tone).png().toBuffer()))
  const moving = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  const { png, ...size } = await remake(moving)
  expect(size).toEqual({ width: 50, height: 50 })
  expect(await colour(png, 25, 25)).toEqual([255, 0, 0])
})

test('keeps transparency, and a one-pixel-high line keeps a height of one pixel', async () => {
  const clear = sharp({ create: { width: 20, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
  const { png } = await remake(await clear.png().toBuffer())
  expect(await sharp(png).metadata()).toMatchObject({ hasAlpha: true })
  expect(await remake(await plain(16_000, 1).png().toBuffer())).toMatchObject({ width: 400, height: 1 })
})

describe('rejected', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  test.each([
    ['SVG', svg],
    ['SVG behind a declaration', `<?xml version="1.0"?>${svg}`],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['PDF', '%PDF-1.7\n1 0 obj\n<<>>\nendobj'],
    ['nothing at all', ''],
    ['HTML with a PNG behind it', Buffer.concat([Buffer.from('<script>alert(1)</script>'), bitmap(8, 8)])],
  ])('%s', async (_, bytes) => {
    expect(await refusal(bytes)).toBe(NOT_ONE)
  })

  test('TIFF, although sharp could read it', async () => {
    expect(await refusal(await plain(8, 8).tiff().toBuffer())).toBe(NOT_ONE)
  })

  test('SVG that starts with the signature of another format', async () => {
    for (const start of [PNG, 'GIF89a', '\xff\xd8\xff', 'RIFF\0\0\0\0WEBP', '\0\0\0\x1cftypmif1'])
      expect(await refusal(Buffer.concat([Buffer.from(start as string, 'latin1'), Buffer.from(svg)]))).toBe(UNREADABLE)
  })

  test('SVG and TIFF by sharp itself, even when called directly', async () => {
    await expect(sharp(Buffer.from(svg)).metadata()).rejects.toThrow('unsupported image format')
    await expect(sharp(await plain(8, 8).tiff().toBuffer()).metadata()).rejects.toThrow('unsupported image format')
  })

  test('one byte more than 2 MB', async () => {
    const full = Buffer.concat([bitmap(8, 8), Buffer.alloc(2 * 1024 * 1024)]).subarray(0, 2 * 1024 * 1024)
    expect(await refusal(full)).toBe('taken')
    expect(await refusal(Buffer.concat([full, Buffer.alloc(1)]))).toBe('422 The picture can be 2 MB at most')
  })

  test('more than 16 megapixels', async () => {
    expect(await refusal(bitmap(4000, 4000))).toBe('taken')
    expect(await refusal(bitmap(4001, 4000))).toBe(TOO_MANY)
  })
})

test('rejects an image with far too many pixels by its header, without using more memory', async () => {
  const flood = bitmap(30_000, 30_000)
  expect(flood.length).toBeLessThan(200_000)
  const before = process.memoryUsage().rss
  for (let time = 0; time < 5; time++) expect(await refusal(flood)).toBe(TOO_MANY)
  expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 * 1024)
})

test('removes markup that is appended to or embedded in a picture', async () => {
  const page = Buffer.from('<script>alert("Canary")</script>')
  const { png } = await remake(Buffer.concat([bitmap(8, 8), page]))
  expect(png.includes('Canary')).toBe(false)
  const inside = bitmap(8, 8)
  const told = Buffer.concat([
    inside.subarray(0, 33),
    part('tEXt', Buffer.concat([Buffer.from('Comment\0'), page])),
    inside.subarray(33),
  ])
  expect((await remake(told)).png.includes('Canary')).toBe(false)
})

test('re-encodes at most two pictures at the same time, queues the others and rejects too many with 429', async () => {
  const path = join(folder, 'many.png')
  await writeFile(path, await plain(600, 600).png().toBuffer())
  const many = Array.from({ length: 60 }, () =>
    reencodeLogo(path).then(
      () => 'made',
      ({ status }: { status: number }) => status,
    ),
  )
  const most = { busy: 0 }
  const watch = () => (most.busy = Math.max(most.busy, sharp.counters().process + sharp.counters().queue))
  const watching = setInterval(watch, 1)
  const outcomes = Object.groupBy(await Promise.all(many), String)
  clearInterval(watching)
  expect([outcomes.made?.length, outcomes['429']?.length]).toEqual([52, 8])
  expect(most.busy).toBeLessThanOrEqual(2)
  expect(await reencodeLogo(path)).toMatchObject({ width: 400 })
})

test('does not change the original file', async () => {
  const path = join(folder, 'kept.png')
  await writeFile(path, bitmap(8, 8))
  await reencodeLogo(path)
  expect(await readFile(path)).toEqual(bitmap(8, 8))
})
