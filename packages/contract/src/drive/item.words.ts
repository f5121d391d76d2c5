/** What search and trash call a file or folder, beside the kinds of records. */
export const DRIVE_ITEM = 'driveItem'

interface Placed {
  uniqueId: string
  folder: boolean
  parentFolderId: string | null
}

/** The tail of the address where an item is looked at: a folder is opened, a file is in its folder with its details. `sharer`: whose it is, for others. */
export const lookedAt = ({ uniqueId, folder, parentFolderId }: Placed, sharer?: string) => {
  const [root, below] = sharer ? [`drive/shared/${sharer}`, '/folder'] : ['drive/my-drive', '']
  const opened = folder ? uniqueId : parentFolderId
  return `${root}${opened ? `${below}/${opened}` : ''}${folder ? '' : `?details=${uniqueId}`}`
}

/** Bytes of a picture that may be shown, and of a text as far as it is. */
export const PREVIEWED = { picture: 32 * 1024 * 1024, text: 100 * 1024 } as const

const texts = ['text/plain', 'text/csv', 'text/markdown', 'application/json']
const pictures = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']

/** As what a file is shown, by its media type; undefined where it is not. What its bytes are is found out when they are read. */
export const previewKindOf = (mimeType: string | null): keyof typeof PREVIEWED | undefined => {
  if (texts.includes(mimeType ?? '')) return 'text'
  return pictures.includes(mimeType ?? '') ? 'picture' : undefined
}
