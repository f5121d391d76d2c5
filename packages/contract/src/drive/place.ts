import { z } from 'zod'
import { id } from '../kit/endpoint.ts'

/** Where an item stands in its drive. */
export const Standing = z.object({ folder: z.boolean(), parentFolderId: id.nullable() })
interface Placed extends z.output<typeof Standing> {
  uniqueId: string
}

/** The tail of the address where an item is looked at: a folder is opened, a file stands in its folder with its details. `sharer`: whose it is, for others. */
export const lookedAt = ({ uniqueId, folder, parentFolderId }: Placed, sharer?: string) => {
  const [root, below] = sharer ? [`drive/shared/${sharer}`, '/folder'] : ['drive/my-drive', '']
  const opened = folder ? uniqueId : parentFolderId
  return `${root}${opened ? `${below}/${opened}` : ''}${folder ? '' : `?details=${uniqueId}`}`
}
