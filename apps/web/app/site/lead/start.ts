import type { CompanyType } from '@tradewind/contract/crm/company.fields'
import type { contactRoleNames } from '@tradewind/contract/crm/contact.fields'
import type { Lead } from '@tradewind/contract/site/lead.contract'

/** What is in the form: a company, one that is there or a new one, and a contact of it. */
export type Turning = {
  isNew: boolean
  companyId: string | null
  legalName: string
  country: string
  website: string
  companyTypeList: CompanyType[]
  firstName: string
  lastName: string
  title: string
  contactRole: keyof typeof contactRoleNames | null
  email: string
  number: string
}

/** Who mails from these has a mailbox there, no company. */
const mailboxes =
  /^(gmail|googlemail|outlook|hotmail|live|msn|yahoo|ymail|icloud|me|mac|aol|gmx|web|mail|freenet|t-online|orange|wanadoo|free|laposte|libero|virgilio|tiscali|proton|protonmail|pm|zoho|yandex|qq|163|126|naver|fastmail|posteo|mailbox)\.([a-z]{2,3}|co\.[a-z]{2}|com\.[a-z]{2})$/i

/** The website that an address hints at; none where anybody has a mailbox there. */
export const websiteOf = (email: string) => {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return !email.includes('@') || mailboxes.test(domain) ? '' : `https://${domain}`
}

/** What the lead already says. */
export const startOf = ({ firstName, lastName, title, email, contactNumber, country }: Lead): Turning => ({
  isNew: true,
  companyId: null,
  legalName: '',
  country,
  website: websiteOf(email),
  companyTypeList: [],
  firstName,
  lastName,
  title: title ?? '',
  contactRole: null,
  email,
  number: contactNumber ?? '',
})

/** As it is sent: of the company, the id or the fields. */
export const sentOf = (uniqueId: string, { isNew, companyId, ...typed }: Turning) => {
  const { legalName, country, website, companyTypeList, ...contact } = typed
  const company = { legalName, country, website, companyTypeList }
  return { uniqueId, ...(isNew ? { company } : { companyId: companyId ?? '' }), contact }
}

/** The sentences of a refusal by the form's own fields: no two parts of it share a name. */
export const byField = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([path, sentence]) => [path.split('.')[1] ?? path, sentence]))
