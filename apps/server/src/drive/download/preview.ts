import { buffer } from 'node:stream/consumers'
import { PREVIEWED, previewKindOf } from '@tradewind/contract/drive/preview'
import { say } from '@tradewind/contract/kit/say'
import { notFound } from '#kit/errors'
import type { FileAnswer } from '#kit/http/context'
import { remakeToShow } from '#kit/picture/picture'
import type { Files } from '@tradewind/byte-store/files'
import type { Item } from '#drive/schema/drive.table'

/** Where the bytes of an item stand. */
export interface Standing {
  files: Files
  tenantId: string
  hash: string
  size: number
}

const read = async ({ files, tenantId, hash, size }: Standing, most: number) => {
  const bytes = await files.read(tenantId, hash, size > most ? { start: 0, end: most - 1 } : undefined)
  if (!bytes) throw new Error('The bytes of a document are gone')
  return buffer(bytes)
}

/** Letters alone: what is no text is not shown. A letter that the end cuts is left out. */
const letters = (bytes: Buffer) => {
  const text = new TextDecoder('utf-8').decode(bytes, { stream: true })
  return text.includes('\0') ? undefined : text
}

/** What may be shown of a file: a picture made again, or the beginning of a text. 404 where it is neither. */
export const previewOf = async ({ name, mimeType }: Item, standing: Standing): Promise<FileAnswer> => {
  if (previewKindOf(mimeType) === 'text') {
    const text = letters(await read(standing, PREVIEWED.text))
    if (text !== undefined) return { name, type: 'text/plain; charset=utf-8', body: Buffer.from(text), isShown: true }
  } else if (standing.size <= PREVIEWED.picture) {
    const picture = await remakeToShow(() => read(standing, PREVIEWED.picture))
    if (picture) return { name: `${name}.webp`, type: 'image/webp', body: picture, isShown: true }
  }
  throw notFound(say('Preview not found'))
}
