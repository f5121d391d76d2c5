const formats = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

/** The types that a file input accepts. */
export const acceptedTypes = formats.join(',')

const MAX_WIDTH = 1600
const MAX_HEIGHT = 8000
/** Bytes of one picture, so that three or four of them fit into a text. */
const MAX_UNCHANGED_BYTES = 600_000

export const isPicture = ({ type }: Pick<File, 'type'>) => formats.includes(type)

/** The size in pixels of a picture scaled down to at most 1600 wide and 8000 high. */
export const fitSize = (width: number, height: number) => {
  const share = Math.min(1, MAX_WIDTH / width, MAX_HEIGHT / height)
  return { width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)) }
}

/** The total bytes of the pictures that are embedded in a text as data. */
export const pictureBytesIn = (markup: string) =>
  Array.from(markup.matchAll(/data:image\/[a-z]+;base64,([A-Za-z0-9+/=]*)/g)).reduce(
    (sum, [, base64]) => sum + Math.floor((base64!.length * 3) / 4),
    0,
  )

const toDataUrl = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The picture could not be read')))
    reader.readAsDataURL(blob)
  })

const encodeBitmap = (bitmap: ImageBitmap, type: string) => {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, fitSize(bitmap.width, bitmap.height))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.85))
}

/** Re-encodes a picture as WebP; as JPEG if the browser cannot write WebP and returns a PNG instead, which is large. */
const encodeSmall = async (bitmap: ImageBitmap) => {
  const webp = await encodeBitmap(bitmap, 'image/webp')
  return webp?.type === 'image/webp' ? webp : encodeBitmap(bitmap, 'image/jpeg')
}

/** A picture as a data URL, small enough for a text. Null if the file is not a readable picture. */
export const shrinkPicture = async (file: File): Promise<string | null> => {
  if (!isPicture(file)) return null
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return null
  const { width, height } = fitSize(bitmap.width, bitmap.height)
  const isSmall = file.size <= MAX_UNCHANGED_BYTES && width === bitmap.width && height === bitmap.height
  const blob = isSmall ? file : await encodeSmall(bitmap)
  bitmap.close()
  return blob && toDataUrl(blob)
}
