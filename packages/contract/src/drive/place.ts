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
