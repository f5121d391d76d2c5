import type { Typed } from '#kit/browser/kept-form'
import { type Say, phrase } from '#kit/text'

/** Who takes the self-assessment, as the form asks: all of it is required. */
export const contactNames = {
  firstName: phrase('First name'),
  lastName: phrase('Last name'),
  title: phrase('Title'),
  email: phrase('Email'),
  contactNumber: phrase('Contact number'),
  country: phrase('Country'),
} as const

export type ContactField = keyof typeof contactNames
export type Contact = Readonly<Record<ContactField, string>>
export type Faults = Readonly<Partial<Record<ContactField, string>>>

export const contactFields = Object.keys(contactNames) as ContactField[]

const shapes: Partial<Record<ContactField, readonly [shape: RegExp, sentence: string]>> = {
  email: [/^[^\s@,"<>]+@[^\s@,"<>]+\.[^\s@,"<>.]{2,}$/, phrase('{what} is not a valid address')],
  contactNumber: [/^[\d\s+()-]*$/, phrase('{what} may have digits, spaces, + - ( and ) alone')],
}

/** What is wrong with each field, in the sentences that the server would say. */
export const faultsIn = (typed: Typed, t: Say): Faults => {
  const faultOf = (field: ContactField) => {
    const given = typed[field]?.trim() ?? ''
    const what = t(contactNames[field])
    if (!given) return field === 'country' ? t('Country is required') : t('{what} is required', { what })
    const [shape, sentence] = shapes[field] ?? []
    return shape && sentence && !shape.test(given) ? t(sentence, { what }) : undefined
  }
  return Object.fromEntries(contactFields.map((field) => [field, faultOf(field)]).filter(([, fault]) => fault))
}

/** The contact data among what was typed; null where some is missing. */
export const contactIn = (typed: Typed): Contact | null => {
  if (contactFields.some((field) => !typed[field]?.trim())) return null
  return Object.fromEntries(contactFields.map((field) => [field, typed[field]!.trim()])) as Contact
}

/** The faults of the contact data among those that the server found. */
export const contactFaults = (faults: Readonly<Record<string, string>>): Faults =>
  Object.fromEntries(Object.entries(faults).filter(([field]) => field in contactNames))
