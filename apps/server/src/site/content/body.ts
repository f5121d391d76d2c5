import { isRichText } from '@tradewind/contract/kit/fields'
import { say, type Sentence } from '@tradewind/contract/kit/say'
import type { ContentType } from '@tradewind/contract/site/content.constants'
import { embedOf } from '@tradewind/contract/site/contentLink'
import { randomUUID } from 'node:crypto'
import { invalid, Refusal } from '#kit/errors'
import { sanitizeMarkup, toPlainText } from '#kit/markup'
import { reencodeForDisplay } from '#kit/picture'
import { decodeDataUrl, pictureUrl, storedPictureId, withoutImages } from '../schema/content.table.ts'

const MAX_BYTES = 2 * 1024 * 1024
/** Limited because re-encoding each one takes time. */
const MAX_PICTURES = 100
/** Submitted markup is longer, because of attributes that are removed. */
const MAX_MARKUP = 1_000_000

/** A picture submitted with a body, re-encoded. */
export interface NewPicture {
  width: number
  height: number
  /** As WebP, the smallest first. */
  webps: readonly Buffer[]
  uniqueId: string
  alt: string
}

/** A body as submitted, cleaned: its pictures have URLs of `pictureUrl`. */
export interface Body {
  content: string
  seoText: string | null
  /** The pictures submitted as data URLs. */
  added: readonly NewPicture[]
  /** The alternative text of each picture that is already stored, by its id. */
  named: ReadonlyMap<string, string>
}

export interface BodyInput {
  contentType: ContentType
  content?: string | null | undefined
  seoText?: string | null | undefined
}

const TOO_LONG = say('Content can have 200 KB of text at most')

const contentError = (content: Sentence) => invalid({ content })

/** The link of audio or video, and its description. */
const mediaBody = ({ content, seoText }: BodyInput): Body => {
  const description = sanitizeMarkup(seoText ?? '')
  const link = content?.trim() ?? ''
  const problems = {
    ...(!embedOf(link) && {
      content: link ? say('Enter a link to YouTube or Spotify') : say('Link is required'),
    }),
    ...(!toPlainText(description) && { seoText: say('Description is required') }),
  }
  if (Object.keys(problems).length > 0) throw invalid(problems)
  return { content: link, seoText: description, added: [], named: new Map() }
}

/** The text without the image data, which does not count as text. */
const stripImageData = (markup: string) => markup.replace(/data:[a-z0-9.+/-]*;base64,[A-Za-z0-9+/=]*/gi, '')

/** Collects the pictures of a text one by one: those submitted as data, and those already stored. Other images get no URL. */
const createCollector = () => {
  const added: { uniqueId: string; alt: string; bytes: Buffer }[] = []
  const altTexts = new Map<string, string>()
  const addPicture = (image: { src: string; alt: string }) => {
    const storedId = storedPictureId(image)
    const bytes = storedId ? undefined : decodeDataUrl(image)
    if (!storedId && !bytes) return undefined
    if (!image.alt) throw contentError(say('Each picture needs an alternative text'))
    const uniqueId = storedId ?? randomUUID()
    if (bytes) added.push({ uniqueId, alt: image.alt, bytes })
    else if (!altTexts.has(uniqueId)) altTexts.set(uniqueId, image.alt)
    return pictureUrl(uniqueId)
  }
  return { take: addPicture, added, named: altTexts }
}

/** A text scrolls vertically: its pictures may be taller than wide. */
const PICTURE_FORMAT = { widths: [480, 960, 1600], height: 8000, quality: 82 } as const

export const reencodePicture = async ({
  bytes,
  ...known
}: {
  uniqueId: string
  alt: string
  bytes: Buffer
}): Promise<NewPicture> => {
  const reencoded = await reencodeForDisplay(async () => bytes, PICTURE_FORMAT)
  if (!reencoded) throw contentError(say('A picture could not be read. It must be a PNG, JPEG, GIF or WebP'))
  return { ...known, ...reencoded }
}

const textBody = async ({ content }: BodyInput): Promise<Body> => {
  const markup = content ?? ''
  if (stripImageData(markup).length > MAX_MARKUP) throw contentError(TOO_LONG)
  const { take, added, named } = createCollector()
  const clean = sanitizeMarkup(markup, take)
  if (!isRichText(withoutImages(clean))) throw contentError(TOO_LONG)
  if (!toPlainText(clean) && added.length + named.size === 0) throw contentError(say('Content is required'))
  if (added.length > MAX_PICTURES) throw contentError(say('A text can have 100 new pictures at most'))
  if (added.reduce((sum, { bytes }) => sum + bytes.length, 0) > MAX_BYTES) {
    const sentence = say('The pictures of a text can be 2 MB in total')
    throw new Refusal(413, sentence, { content: sentence })
  }
  const pictures: NewPicture[] = []
  for (const each of added) pictures.push(await reencodePicture(each))
  return { content: clean, seoText: null, added: pictures, named }
}

/**
 * Cleans and checks a body, and re-encodes its pictures. Rejects (422, `content` or `seoText`) what is empty, too long, no link to one of the
 * two hosts, or no picture; with 413 more than 2 MB of pictures.
 */
export const cleanBody = async (input: BodyInput): Promise<Body> =>
  input.contentType === 'TEXT' ? textBody(input) : mediaBody(input)
