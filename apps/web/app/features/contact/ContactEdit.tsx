import { contactPolicy } from '@tradewind/contract/contact/contact.policy'
import { guard } from '#kit/account/guard'
import { phrase } from '#kit/text'
import { ContactForm } from './form/ContactForm.tsx'

export const handle = { name: phrase('Edit contact') }
export const clientLoader = guard({ rules: contactPolicy.update })

export default ContactForm
