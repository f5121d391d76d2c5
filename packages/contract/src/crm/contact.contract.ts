import { z } from 'zod'
import { asking, crud, endpoint, id, needle, stamped } from '../kit/endpoint.ts'
import { exported } from '../kit/export.ts'
import { emailAddress, nameText, phoneNumber, text } from '../kit/fields.ts'
import { history } from '../kit/history.ts'
import { massUpload } from '../kit/massUpload.ts'
import { say } from '../kit/say.ts'
import { historyOf } from '../platform/audit.policy.ts'
import { contactPolicy } from './contact.policy.ts'

export const contactRoles = ['DECISION_MAKER', 'INFLUENCER', 'NO_INFLUENCE'] as const

export const ContactInput = z.object({
  firstName: nameText('First name'),
  lastName: nameText('Last name'),
  title: text('Title', 300),
  contactRole: z.enum(contactRoles, 'Choose a contact role'),
  companyId: z.uuid('Choose a company'),
  /** Members must give one; staff may leave it out. */
  email: z
    .union([z.literal('').transform(() => null), emailAddress('Email')])
    .nullish()
    .transform((email) => email ?? null),
  number: phoneNumber('Number'),
})

/** A company as its records name it. */
const CompanyRef = z.object({ uniqueId: id, legalName: z.string() })
/** The same, to readers who may not see that company: its name, without its id. */
export const CompanyNamed = CompanyRef.extend({ uniqueId: id.nullable() })

export const Contact = z.object({
  ...stamped,
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  title: z.string(),
  contactRole: z.enum(contactRoles),
  companyId: id,
  company: CompanyNamed,
  email: z.string().nullable(),
  number: z.string().nullable(),
  /** An invitation of who asks to this address is open and younger than 30 days, or the address wants none. */
  hotlisted: z.boolean(),
})
export type Contact = z.output<typeof Contact>

/** A contact that may be the same person: by its address, by its name within the company, or by both, where both have the same address or none. */
export const Twin = z.object({
  uniqueId: id,
  fullName: z.string(),
  company: CompanyRef,
  email: z.string().nullable(),
  by: z.enum(['SAME', 'EMAIL', 'NAME']),
})
export type Twin = z.output<typeof Twin>

const sorts = ['dateCreated', 'firstName', 'lastName', 'company'] as const
const filters = { firstName: needle, lastName: needle, company: needle }

export const contactApi = {
  ...crud('/api/contact', { name: 'contact', record: Contact, input: ContactInput, policy: contactPolicy, sorts, filters }),
  ...history('/api/contact', 'contact', historyOf(contactPolicy)),
  ...massUpload('/api/contact', 'contacts', contactPolicy.upload),
  ...exported('/api/contact', 'contacts', { who: contactPolicy.export, sorts, filters }),
  fetchAllByCompany: endpoint({
    method: 'GET',
    path: '/api/contact/fetchAllByCompany/:companyId',
    who: contactPolicy.see,
    about: 'The contacts of one company.',
    input: asking(sorts, { companyId: id }),
    reply: z.array(Contact),
    answers: 'list',
  }),
  twins: endpoint({
    method: 'GET',
    path: '/api/contact/twins',
    who: contactPolicy.see,
    about: 'Contacts that may be the same person as one that is about to be saved: by address, or by name within the company.',
    input: z.strictObject({
      firstName: needle,
      lastName: needle,
      email: z
        .string()
        .max(254, say('At most {count} characters', { count: 254 }))
        .optional(),
      companyId: id.optional(),
      /** The contact itself, where it is there already. */
      butId: id.optional(),
    }),
    reply: z.array(Twin),
    answers: 'list',
  }),
}
