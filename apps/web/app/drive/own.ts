import { drivePolicy } from '@tradewind/contract/drive/drive.policy'
import { redirect } from 'react-router'
import { guard } from '#kit/guard'
import { session } from '#kit/session'

const guarded = guard({ rules: drivePolicy.keep })

/** The `clientLoader` of screens of the own drive. FREE, which has none, comes to what is shared with it. */
export const guardOwn = ({ request }: { request: Request }) => {
  if (session.actor().roles.includes('ROLE_FREE')) throw redirect('/user/drive/shared')
  return guarded({ request })
}
