import { DRIVE_ITEM } from '@tradewind/contract/drive/item.constants'
import { redirect } from 'react-router'
import { guardOwn } from './driveItems.ts'

/** A former address, which redirects to the files in the trash. */
export const clientLoader = ({ request }: { request: Request }) => {
  guardOwn({ request })
  throw redirect(new URL(request.url).pathname.replace(/drive\/trash\/?$/i, `trash?kind=${DRIVE_ITEM}`))
}

export default function TrashRedirect() {
  return null
}
