import { contactPolicy } from '@tradewind/contract/contact/contact.policy'
import { guard } from '#kit/account/guard'
import { phrase } from '#kit/text'
import { ContactForm } from './form/ContactForm.tsx'

export const handle = { name: phrase('New contact') }
export const clientLoader = guard({ rules: contactPolicy.create })

export default ContactForm
