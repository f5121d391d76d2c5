import { eventPolicy } from '@tradewind/contract/crm/event.policy'
import { guard } from '#kit/guard'
import { phrase } from '#kit/text'
import { EventForm } from './EventForm.tsx'

export const handle = { name: phrase('Edit event') }
export const clientLoader = guard({ rules: eventPolicy.update })

export default EventForm
