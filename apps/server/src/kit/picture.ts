import { say, type Sentence } from '@tradewind/contract/kit/say'
import { createReadStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { concurrencyLimit } from './concurrency.ts'
import { invalid, tooMany } from './errors.ts'

const MAX_BYTES = 2 * 1024 * 1024
const MAX_PIXELS = 16_000_000
const LOGO_SIDE = 400
const TIMEOUT_SECONDS = 20

/** Re-encoding a picture of 16 megapixels takes a tenth of a gigabyte and a whole thread. */
const { run } = concurrencyLimit({
  maxRunning: 2,
  maxWaiting: 50,
  createError: () => tooMany(5, say('Too much at once. Please try again in a moment.')),
})

sharp.cache(false)
sharp.concurrency(1)
// Defence in depth: even if a file's signature is forged, no other decoder (SVG, PDF, TIFF, …) is started.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif', 'VipsForeignLoadHeif'],
})

/**
 * Re-encodes the picture in this file as a PNG: upright, in sRGB, at most 400 by 400 pixels, without the rest of the file's content. Accepts PNG,
 * JPEG, WebP, GIF and AVIF (the first frame of animations), recognized by content, of at most 2 MB and 16 megapixels. Throws a Refusal for others
 * (422, field `file`), and 429 where too many wait.
 */
export const reencodeLogo = (path: string) =>
  run(async () => {
    const bytes = await buffer(createReadStream(path, { end: MAX_BYTES }))
    if (bytes.length > MAX_BYTES) throw fileRefusal(say('The picture can be 2 MB at most'))
    if (!isPicture(bytes)) throw fileRefusal(say('Choose a PNG, JPEG, WebP or GIF picture'))
    if ((await countPixels(bytes)) > MAX_PIXELS) throw fileRefusal(say('The picture has too many pixels'))
    return encodePng(bytes)
  })

const MAX_DISPLAY_PIXELS = 40_000_000

/** The widths to produce, smallest first, the maximum height, and the WebP quality from 1 to 100. */
interface DisplaySizes {
  widths: readonly [number, ...number[]]
  height: number
  quality?: number
}

/**
 * Re-encodes a picture as WebP for display: upright, in sRGB, never enlarged, without the rest of the file's content. Returns the size of the largest
 * version, and the bytes of each. Accepts what `reencodeLogo` accepts, of at most 40 megapixels. Returns undefined where it is no such picture.
 * Throws 429 where too many wait.
 */
export const reencodeForDisplay = (read: () => Promise<Buffer>, { widths, height: most, quality = 80 }: DisplaySizes) =>
  run(async () => {
    const bytes = await read()
    if (!isPicture(bytes)) return undefined
    try {
      if ((await countPixels(bytes)) > MAX_DISPLAY_PIXELS) return undefined
      const { data, raw } = await decodeWithin(bytes, { width: widths.at(-1)!, height: most }, MAX_DISPLAY_PIXELS)
      const webps: Buffer[] = []
      for (const width of widths)
        webps.push(await sharp(data, { raw }).resize({ width, withoutEnlargement: true }).webp({ quality }).toBuffer())
      return { width: raw.width, height: raw.height, webps }
    } catch {
      return undefined
    }
  })

const fileRefusal = (sentence: Sentence) => invalid({ file: sentence })
const throwUnreadable = () => {
  throw fileRefusal(say('The picture could not be read'))
}

const signatures = ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'GIF87a', 'GIF89a']
const avifBrands = ['ftypavif', 'ftypavis', 'ftypmif1']

const isPicture = (bytes: Buffer) => {
  const head = bytes.toString('latin1', 0, 12)
  const isWebp = head.startsWith('RIFF') && head.endsWith('WEBP')
  return isWebp || avifBrands.includes(head.slice(4)) || signatures.some((start) => head.startsWith(start))
}

/** Reads the size from the picture's header, without decoding. */
const countPixels = async (bytes: Buffer) => {
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata().catch(throwUnreadable)
  return width * height
}

/** Decodes to raw pixels only, so that other data of the file, such as a density, is dropped. */
const decodeWithin = async (bytes: Buffer, box: { width: number; height: number }, limitInputPixels: number) => {
  const { data, info } = await sharp(bytes, { limitInputPixels, autoOrient: true })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .resize({ ...box, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(throwUnreadable)
  const { width, height, channels } = info
  return { data, raw: { width, height, channels } }
}

const encodePng = async (bytes: Buffer) => {
  const { data, raw } = await decodeWithin(bytes, { width: LOGO_SIDE, height: LOGO_SIDE }, MAX_PIXELS)
  const png = await sharp(data, { raw }).png().toBuffer()
  return { png, width: raw.width, height: raw.height }
}
