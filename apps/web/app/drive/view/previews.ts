import type { DriveItem } from '@tradewind/contract/drive/item'
import { phrase } from '@tradewind/contract/kit/phrase'
import { useRef } from 'react'
import { request } from '#kit/api/call'

/** A file with a preview: of a drive, or attached to a record. */
export interface PreviewableFile extends Pick<DriveItem, 'uniqueId' | 'name' | 'mimeType' | 'size'> {
  /** Changes with the content. */
  version: string
  /** By which calls it is read. */
  source: 'files' | 'attachment'
}

export const driveFile = ({
  uniqueId,
  name,
  mimeType,
  size,
  updatedAt,
}: Omit<PreviewableFile, 'version' | 'source'> & { updatedAt: string }): PreviewableFile => ({
  uniqueId,
  name,
  mimeType,
  size,
  version: updatedAt,
  source: 'files',
})

export const noPicture = phrase('There is no preview of this picture: it is too large, or cannot be read.')
export const noPdf = phrase('There is no preview of this PDF: it is too large, or cannot be read.')

/** Creates an address from which the browser can fetch the preview, of a PDF all pages, within a minute. */
export const createPreviewUrl = async ({ uniqueId, source }: Pick<PreviewableFile, 'uniqueId' | 'source'>) =>
  (await request(`POST /api/${source}/ticket`, { uniqueId, preview: true }, {})).data.url

/** Milliseconds for which an address is used for further pages; it is valid for a minute. */
const URL_USED_MS = 45_000

/** The address of a preview, which is renewed when it is about to expire, or at once where it is to be `fresh`. */
export const usePreviewUrl = (file: PreviewableFile) => {
  const current = useRef<{ url: Promise<string>; createdAt: number }>(undefined)
  return (fresh = false) => {
    const now = Date.now()
    if (fresh || !current.current || now - current.current.createdAt > URL_USED_MS)
      current.current = { url: createPreviewUrl(file), createdAt: now }
    return current.current.url
  }
}
