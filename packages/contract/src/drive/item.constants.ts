/** The kind that search and trash use for a file or folder, next to the kinds of records. */
export const DRIVE_ITEM = 'driveItem'

interface ItemLocation {
  uniqueId: string
  folder: boolean
  parentFolderId: string | null
}

/** Returns the end of the address that shows an item: a folder itself, a file in its folder with its details. `sharer`: its owner, where that is somebody else. */
export const driveItemPath = ({ uniqueId, folder, parentFolderId }: ItemLocation, sharer?: string) => {
  const [root, below] = sharer ? [`drive/shared/${sharer}`, '/folder'] : ['drive/my-drive', '']
  const openedFolderId = folder ? uniqueId : parentFolderId
  return `${root}${openedFolderId ? `${below}/${openedFolderId}` : ''}${folder ? '' : `?details=${uniqueId}`}`
}

/** The maximum size of a picture or PDF that is previewed, and how much of a text is shown, in bytes. */
export const PREVIEW_BYTES = { picture: 32 * 1024 * 1024, pdf: 32 * 1024 * 1024, text: 100 * 1024 } as const

/** How many pages of a PDF are previewed. */
export const MAX_PREVIEW_PAGES = 500

const textTypes = ['text/plain', 'text/csv', 'text/markdown', 'application/json']
const pictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']

/** Returns how a file is previewed, by its media type; undefined where it is not. The actual content is checked when the bytes are read. */
export const previewKindOf = (mimeType: string | null): keyof typeof PREVIEW_BYTES | undefined => {
  if (textTypes.includes(mimeType ?? '')) return 'text'
  if (mimeType === 'application/pdf') return 'pdf'
  return pictureTypes.includes(mimeType ?? '') ? 'picture' : undefined
}

const mediaTypes = /^(?:(audio)\/(?:aac|flac|mp4|mpeg|ogg|wav|webm)|(video)\/(?:mp4|ogg|quicktime|webm))$/

/** Returns whether a file is a recording that browsers may be able to play, by its media type. */
export const mediaKindOf = (mimeType: string | null) => {
  const [, audio, video] = mediaTypes.exec(mimeType ?? '') ?? []
  return (audio ?? video) as 'audio' | 'video' | undefined
}

/** Whether a file can be shown without downloading it, by its media type. */
export const isViewable = (mimeType: string | null) => (previewKindOf(mimeType) ?? mediaKindOf(mimeType)) !== undefined
