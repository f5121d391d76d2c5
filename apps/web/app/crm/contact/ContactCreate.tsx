import { contactPolicy } from '@tradewind/contract/crm/contact.policy'
import { guard } from '#kit/guard'
import { phrase } from '#kit/text'
import { ContactForm } from './ContactForm.tsx'

export const handle = { name: phrase('New contact') }
export const clientLoader = guard({ rules: contactPolicy.create })

export default ContactForm
