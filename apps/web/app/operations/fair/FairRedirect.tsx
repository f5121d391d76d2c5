import { contactPolicy } from '@tradewind/contract/crm/policies'
import { redirectDocument } from 'react-router'
import { guard } from '#kit/guard'
import { phrase } from '#kit/text'

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
