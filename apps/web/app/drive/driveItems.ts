import { IconFolder } from '@tabler/icons-react'
import { DRIVE_ITEM } from '@tradewind/contract/drive/kind'
import { phrase } from '#kit/text'

/** What lies in drives is no record, but stands among the kinds of records where search and trash show them. */
export const driveItems = { kind: DRIVE_ITEM, many: phrase('Files and folders'), icon: IconFolder }
