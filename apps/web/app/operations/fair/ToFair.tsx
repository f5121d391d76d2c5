import { contactPolicy } from '@tradewind/contract/crm/policies'
import { redirectDocument } from 'react-router'
import { guard } from '#kit/guard'
import { phrase } from '#kit/text'

export const handle = { name: phrase('Fair mode') }

const letIn = guard({ rules: contactPolicy.create })

/** Leads from the menu to the page, as a document of its own: the camera is allowed to no other. */
export const clientLoader = (visit: { request: Request }) => {
  letIn(visit)
  throw redirectDocument('/fair')
}

export default function ToFair() {
  return null
}
