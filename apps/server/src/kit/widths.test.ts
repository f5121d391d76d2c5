import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { reencodeForDisplay } from './picture.ts'

const remade = (bytes: Buffer) => reencodeForDisplay(async () => bytes, { widths: [480, 960, 1600], height: 8000 })
const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#3060c0' } })

const sizesOf = (webps: readonly Buffer[]) =>
  Promise.all(webps.map(async (webp) => sharp(webp).metadata())).then((all) => all.map(({ format, width }) => [format, width]))

describe('a picture in a text', () => {
  test('is encoded in three widths as WebP, and never enlarged', async () => {
    const wide = (await remade(await plain(2400, 600).png().toBuffer()))!
    expect(wide).toMatchObject({ width: 1600, height: 400 })
    const three = [480, 960, 1600].map((width) => ['webp', width])
    expect(await sizesOf(wide.webps)).toEqual(three)
    const small = (await remade(await plain(600, 300).jpeg().toBuffer()))!
    expect(small).toMatchObject({ width: 600, height: 300 })
    expect(await sizesOf(small.webps)).toEqual([480, 600, 600].map((width) => ['webp', width]))
    const long = (await remade(await plain(500, 16_000).png().toBuffer()))!
    expect(long).toMatchObject({ width: 250, height: 8000 })
  })

  test('loses its metadata, and is rotated upright', async () => {
    const turned = await plain(40, 20)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Canary of Bergwald' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const { width, height, webps } = (await remade(turned))!
    expect([width, height]).toEqual([20, 40])
    for (const webp of webps) expect(webp.includes('Canary')).toBe(false)
  })

  test('is undefined if it has too many pixels, is truncated, or is not a picture', async () => {
    expect(await remade(await plain(8000, 5001).png({ compressionLevel: 9 }).toBuffer())).toBeUndefined()
    expect(await remade((await plain(100, 100).png().toBuffer()).subarray(0, 60))).toBeUndefined()
    expect(await remade(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBeUndefined()
  })
})
