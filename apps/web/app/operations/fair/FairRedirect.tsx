import { contactPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { redirectDocument } from 'react-router'
import { guard } from '#kit/guard'

export const handle = { name: phrase('Fair mode') }

const checkAccess = guard({ rules: contactPolicy.create })

/** Opens the page from the menu with a full page load: only that document may use the camera. */
export const clientLoader = (visit: { request: Request }) => {
  checkAccess(visit)
  throw redirectDocument('/fair')
}

export default function FairRedirect() {
  return null
}
