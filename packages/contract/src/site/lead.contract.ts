import { z } from 'zod'
import { CompanyInput } from '../crm/company.contract.ts'
import { ContactInput } from '../crm/contact.contract.ts'
import { byId, emptyReply, endpoint, id, instant, listQuery } from '../kit/endpoint.ts'
import { sortsOf } from '../kit/entityFields.ts'
import { filtersOf, whereOf } from '../kit/entitySchemas.ts'
import { exportCalls } from '../kit/export.ts'
import {
  countryIn,
  countryOut,
  distinctValues,
  emailAddress,
  nameText,
  optionalText,
  requiredPhoneNumber,
  visitorFields,
} from '../kit/fields.ts'
import { history } from '../kit/history.ts'
import { languages } from '../kit/language.ts'
import { planKeys } from '../plan.ts'
import { consent } from '../platform/legalText.contract.ts'
import { historyOf } from '../platform/policies.ts'
import { deliveryPeriodKeys, leadSources, serviceKeys } from './lead.constants.ts'
import { leadFields } from './lead.fields.ts'
import { leadPolicy } from './policies.ts'

export const Lead = z.object({
  uniqueId: id,
  dateCreated: instant,
  updatedAt: instant,
  source: z.enum(leadSources),
  title: z.string().nullable(),
  /** For a name that was sent as one string, all but its last word. */
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  contactNumber: z.string().nullable(),
  /** The lead's country; empty where an enquiry did not state one. */
  country: countryOut,
  /** The address belongs to a user of the tenant. */
  registeredUser: z.boolean(),
  comments: z.string().nullable(),
  plan: z.enum(planKeys).nullable(),
  services: z.array(z.enum(serviceKeys)),
  targetCountry: countryOut.nullable(),
  deliveryPeriod: z.enum(deliveryPeriodKeys).nullable(),
  /** The requested partner, by the brand name. */
  partner: z.object({ uniqueId: id, userCompanyName: z.string() }).nullable(),
  /** The company that it was converted into. */
  company: z.object({ uniqueId: id, legalName: z.string() }).nullable(),
  contact: z.object({ uniqueId: id, fullName: z.string() }).nullable(),
  /** The version of the privacy policy that was agreed to. Null where the form did not ask for consent. */
  consent: z.object({ version: z.number(), language: z.enum(languages), at: instant }).nullable(),
  /** It was sent with answers to the self-assessment. */
  hasAnswers: z.boolean(),
})
export type Lead = z.output<typeof Lead>

const sorts = sortsOf(leadFields)
/** The filters of the list of leads, of its export, and of changes to many leads. */
export const leadFilters = {
  ...filtersOf(leadFields),
  ...whereOf(leadFields),
  source: z.enum(leadSources, leadFields.source.prompt).optional(),
}

export const leadApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/lead/',
    access: leadPolicy.see,
    summary: 'Lists the leads, newest first.',
    input: listQuery(sorts, leadFilters),
    reply: z.array(Lead),
    replyType: 'list',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/lead/:uniqueId',
    access: leadPolicy.see,
    summary: 'Returns one lead.',
    input: byId,
    reply: Lead,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/lead/:uniqueId',
    access: leadPolicy.remove,
    summary: 'Moves a lead and its answers to the trash for 30 days.',
    input: byId,
    reply: byId,
    message: 'Deleted Successfully!',
  }),
  convert: endpoint({
    method: 'POST',
    path: '/api/lead/convert',
    access: leadPolicy.convert,
    summary:
      'Converts a lead into a contact of a new or an existing company, in one transaction. Errors name the field by its path: ' +
      '`company.legalName`, `contact.email`. Returns 409 if the lead was already converted, with its `company` and `contact`.',
    input: z.strictObject({
      uniqueId: id,
      /** An existing company. By default a new one is created from the fields of `company`. */
      companyId: id.optional(),
      company: z.strictObject(CompanyInput.shape).optional(),
      contact: z.strictObject(ContactInput.omit({ companyId: true }).shape),
    }),
    reply: Lead,
    message: 'The lead is a contact now.',
  }),
  ...history('/api/lead', 'lead', historyOf(leadPolicy)),
  ...exportCalls('/api/lead', 'leads', { access: leadPolicy.export, sorts, filters: leadFilters }),
}

const senderFields = { name: nameText('Name'), email: emailAddress('Email'), consent, ...visitorFields }
const bodyLimit = 32 * 1024

/** The requests of visitors. Each is stored before any mail is sent. */
export const publicApi = {
  contactUs: endpoint({
    method: 'POST',
    path: '/api/public/contactUs',
    access: 'anyone',
    summary: 'Sends an enquiry about services in a target market.',
    input: z.strictObject({
      ...senderFields,
      services: distinctValues(z.enum(serviceKeys, 'Unknown service'), 'Choose at least one service', 100).refine(
        (list) => list.length > 0,
        'Choose at least one service',
      ),
      /** The target market. */
      country: countryIn,
      currentCountry: countryIn,
      deliveryPeriod: z.enum(deliveryPeriodKeys, 'Choose a delivery period'),
      contactNumber: requiredPhoneNumber('Contact number'),
    }),
    reply: emptyReply,
    bodyLimit,
    missingFieldsMessage: 'All fields are mandatory!',
    message: 'Thank you for sharing your query with us. We will shortly reply you back.',
  }),
  subscribePlan: endpoint({
    method: 'POST',
    path: '/api/public/subscribePlan',
    access: 'anyone',
    summary: 'Sends a request for a plan. Does not change any role.',
    input: z.strictObject({
      ...senderFields,
      plan: z.enum(planKeys, 'Choose a plan'),
      country: countryIn,
      comments: optionalText('Comments', 2000),
    }),
    reply: emptyReply,
    bodyLimit,
    message: 'Thank you. We will be in touch shortly.',
  }),
  contactUsPartner: endpoint({
    method: 'POST',
    path: '/api/public/contactUsPartner',
    access: 'anyone',
    summary: 'Sends a request for contact with a partner, or with the tenant if no partner is named.',
    input: z.strictObject({
      ...senderFields,
      country: countryIn,
      comments: optionalText('Comments', 2000),
      /** A fixed marker of the form. Any value is accepted. */
      plan: z.string().max(100).optional(),
      companyId: id.optional(),
    }),
    reply: emptyReply,
    bodyLimit,
    message: 'Thank you. We will be in touch shortly.',
  }),
}
