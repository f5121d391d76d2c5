import { decodeQR } from 'qr/decode.js'
import { type Card, cardIn } from './vcard.ts'

/** Pixels of the longer side that are scanned: enough for a code that fills a third of a photo, and still fast. */
const LONGEST = 1200

const pixelsOf = (source: ImageBitmap | HTMLVideoElement, width: number, height: number) => {
  const share = Math.min(1, LONGEST / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * share)
  canvas.height = Math.round(height * share)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(source, 0, 0, canvas.width, canvas.height)
  return context?.getImageData(0, 0, canvas.width, canvas.height)
}

const read = (image: ImageData | undefined) => {
  try {
    return image ? decodeQR(image) : null
  } catch {
    return null // no code was found
  }
}

/** The text of the QR code in a photo. */
export const codeInPhoto = async (file: Blob) => {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return null
  const text = read(pixelsOf(bitmap, bitmap.width, bitmap.height))
  bitmap.close()
  return text
}

/** The card in the QR code that the camera currently sees. */
export const cardInSight = (video: HTMLVideoElement): Card | null => {
  if (video.videoWidth === 0) return null
  const text = read(pixelsOf(video, video.videoWidth, video.videoHeight))
  return text ? cardIn(text) : null
}
