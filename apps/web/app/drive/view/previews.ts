import { queryOptions } from '@tanstack/react-query'
import type { DriveItem } from '@tradewind/contract/drive/item'
import { mediaKindOf, PREVIEW_BYTES, previewKindOf } from '@tradewind/contract/drive/item.constants'
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

/** Stands for a file that is gone and was not loaded before. */
export const goneFile = (uniqueId: string, source: PreviewableFile['source'], name: string): PreviewableFile => ({
  uniqueId,
  name,
  source,
  mimeType: null,
  size: null,
  version: '',
})

/** Said of a file that is not available, where the server does not say why. */
export const goneText = phrase('It was deleted, or it is not shared with you any more.')

export const noPicture = phrase('There is no preview of this picture: it is too large, or cannot be read.')
export const noPdf = phrase('There is no preview of this PDF: it is too large, or cannot be read.')

const tooLarge = { picture: noPicture, pdf: noPdf }

/** How a file is previewed or played, or the reason why it is not. */
export const previewOf = ({ mimeType, size }: Pick<PreviewableFile, 'mimeType' | 'size'>) => {
  const media = mediaKindOf(mimeType)
  if (media) return { kind: media }
  const kind = previewKindOf(mimeType)
  if (!kind) return { reason: phrase('There is no preview of this kind of file.') }
  if (kind !== 'text' && (size ?? 0) > PREVIEW_BYTES[kind]) return { reason: tooLarge[kind] }
  return kind === 'text' && size === 0 ? { reason: phrase('The file is empty.') } : { kind }
}

type FileId = Pick<PreviewableFile, 'uniqueId' | 'source'>

/** Creates an address from which the browser can fetch the preview, of a PDF all pages, within a minute. */
export const createPreviewUrl = async ({ uniqueId, source }: FileId) =>
  (await request(`POST /api/${source}/ticket`, { uniqueId, preview: true }, {})).data.url

/** Creates an address from which the browser can play the file itself. Each part that it reads extends its validity to an hour. */
export const createMediaUrl = async ({ uniqueId, source }: FileId) =>
  (await request(`POST /api/${source}/ticket`, { uniqueId, play: true }, {})).data.url

/** Milliseconds for which an address is used for further pages; it is valid for a minute. */
const URL_USED_MS = 45_000

/** The address of a picture in the viewer. It is loaded at once, and stays as it is while the picture is shown. */
export const pictureUrlQuery = (file: PreviewableFile) =>
  queryOptions({
    queryKey: ['preview', file.uniqueId, file.version, 'view'],
    queryFn: () => createPreviewUrl(file),
    staleTime: Infinity,
    gcTime: URL_USED_MS,
  })

/** The scrolled region of a file takes the focus when a step to this file has removed the element that had it. */
export const focusIfLost = (region: HTMLElement | null) => {
  const current = document.activeElement
  if (current === document.body || current?.matches('[data-stage]')) region?.focus({ preventScroll: true })
}

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
