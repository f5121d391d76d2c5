import type { Trashed } from '@tradewind/contract/operations/trash.contract'

/** A file or folder of the drive, which comes back and ends by the calls of the drive. */
export const isFile = ({ file }: Trashed) => file !== null
