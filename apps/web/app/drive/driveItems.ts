import { IconFolder } from '@tabler/icons-react'
import { drivePolicy } from '@tradewind/contract/drive/drive.policy'
import { DRIVE_ITEM } from '@tradewind/contract/drive/item.constants'
import { phrase } from '@tradewind/contract/kit/phrase'
import { redirect } from 'react-router'
import { guard } from '#kit/guard'
import { session } from '#kit/session'

const guardDrive = guard({ rules: drivePolicy.keep })

/** The `clientLoader` of screens of the own drive. Redirects FREE, who has no drive, to what is shared with them. */
export const guardOwn = ({ request }: { request: Request }) => {
  if (session.actor().roles.includes('ROLE_FREE')) throw redirect('/user/drive/shared')
  return guardDrive({ request })
}

/** Drive items are not records, but are listed among the kinds of records in search and trash. */
export const driveItems = { kind: DRIVE_ITEM, plural: phrase('Files and folders'), icon: IconFolder }
