import { z } from 'zod'
import { customIn, customOut, sortQuery } from '../kit/custom/custom.values.ts'
import { byId, countCalls, crud, type Endpoint, endpoint, id, listQuery, searchTerm } from '../kit/endpoint.ts'
import { sortsOf } from '../kit/entityFields.ts'
import { filtersOf, inputSchema, recordSchema, whereOf } from '../kit/entitySchemas.ts'
import { exportCalls } from '../kit/export.ts'
import { countryOut } from '../kit/fields.ts'
import { history } from '../kit/history.ts'
import { massUpload } from '../kit/massUpload.ts'
import { say } from '../kit/say.ts'
import { historyOf } from '../platform/policies.ts'
import { isMember } from '../roles.ts'
import { mergeCalls } from './bulk/merge.contract.ts'
import { contactFields } from './contact.fields.ts'
import { contactPolicy } from './policies.ts'

export const ContactInput = inputSchema(contactFields).extend({ custom: customIn })

/** A company as records refer to it. */
const CompanyRef = z.object({ uniqueId: id, legalName: z.string() })
/** The same for readers who may not see the company: its name, without its id. */
export const CompanyNamed = CompanyRef.extend({ uniqueId: id.nullable() })

export const Contact = recordSchema(contactFields).extend({
  custom: customOut,
  fullName: z.string(),
  company: CompanyNamed,
  /** The company's. */
  country: countryOut,
  /** An open invitation of the actor to this address is younger than 30 days, or the address accepts no invitations. */
  hotlisted: z.boolean(),
  /** A letter to this address bounced: the address accepts no mail. */
  emailBounced: z.boolean(),
})
export type Contact = z.output<typeof Contact>

/**
 * A possible duplicate of the contact: by its email address, by its name within the company or a similarly named one, or by both, where both have the
 * same address or none.
 */
export const SimilarContact = z.object({
  uniqueId: id,
  fullName: z.string(),
  company: CompanyRef,
  email: z.string().nullable(),
  by: z.enum(['SAME', 'EMAIL', 'NAME']),
})
export type SimilarContact = z.output<typeof SimilarContact>

const sorts = sortsOf(contactFields)
const lists = {
  sorts,
  filters: { ...filtersOf(contactFields), ...whereOf(contactFields, 'custom'), companyId: id.optional() },
}

const calls = crud('/api/contact', { name: 'contact', record: Contact, input: ContactInput, policy: contactPolicy, ...lists })
const exports = exportCalls('/api/contact', 'contacts', { access: contactPolicy.export, ...lists })

/** Members write to their contacts: theirs need an email address. An update that does not contain it keeps it. */
export const missingAddress =
  (isNew: boolean): NonNullable<Endpoint['missingFor']> =>
  (fields, actor) => {
    const { email = isNew ? '' : undefined } = fields
    const isEmpty = email === null || (typeof email === 'string' && email.trim() === '')
    return isMember(actor) && isEmpty ? { email: say('Email is required') } : {}
  }

export const contactApi = {
  ...calls,
  create: { ...calls.create, missingFor: missingAddress(true) },
  update: { ...calls.update, missingFor: missingAddress(false) },
  list: { ...calls.list, input: calls.list.input.extend(sortQuery(sorts)) },
  ...countCalls('/api/contact', 'contact', contactPolicy.see, ['meetingReport', 'summary', 'nextSteps', 'projectCompany']),
  ...history('/api/contact', 'contact', historyOf(contactPolicy)),
  ...mergeCalls('/api/contact', { names: 'contacts', record: Contact, fields: contactFields, policy: contactPolicy }),
  ...massUpload('/api/contact', 'contacts', contactPolicy.upload),
  ...exports,
  export: { ...exports.export, input: exports.export.input.extend(sortQuery(sorts)) },
  fetchAllByCompany: endpoint({
    method: 'GET',
    path: '/api/contact/fetchAllByCompany/:companyId',
    access: contactPolicy.see,
    summary: 'Lists the contacts of one company.',
    input: listQuery(lists.sorts, { companyId: id }),
    reply: z.array(Contact),
    replyType: 'list',
  }),
  named: endpoint({
    method: 'GET',
    path: '/api/contact/named/:uniqueId',
    access: contactPolicy.see,
    summary: 'Returns the name of a contact; of one that was merged into another, id and name of that one.',
    input: byId,
    reply: z.object({ uniqueId: id, fullName: z.string() }),
  }),
  similar: endpoint({
    method: 'GET',
    path: '/api/contact/similar',
    access: contactPolicy.see,
    summary:
      'Lists contacts that may be the same person as one that is about to be saved: by email address, or by name within the company.',
    input: z.strictObject({
      firstName: searchTerm,
      lastName: searchTerm,
      email: z
        .string()
        .max(254, say('At most {count} characters', { count: 254 }))
        .optional(),
      companyId: id.optional(),
      /** The contact itself, if it exists, is excluded. */
      butId: id.optional(),
    }),
    reply: z.array(SimilarContact),
    replyType: 'list',
  }),
}
