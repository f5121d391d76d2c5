import { z } from 'zod'
import { countryIn } from '../kit/country.ts'
import { done, endpoint, id } from '../kit/endpoint.ts'
import { emailAddress, nameText, optionalText, requiredPhoneNumber, several, visiting } from '../kit/fields.ts'
import { planKeys } from '../plan.ts'
import { consent } from '../platform/legal/legalText.contract.ts'
import { deliveryPeriodKeys, serviceKeys } from './lead.words.ts'

const asker = { name: nameText('Name'), email: emailAddress('Email'), consent, ...visiting }
const bodyLimit = 32 * 1024

/** What visitors ask for. Each is kept before anything is mailed. */
export const publicApi = {
  contactUs: endpoint({
    method: 'POST',
    path: '/api/public/contactUs',
    who: 'anyone',
    about: 'Asks for services in a target market.',
    input: z.strictObject({
      ...asker,
      services: several(z.enum(serviceKeys, 'Unknown service'), 'Choose at least one service', 100).refine(
        (given) => given.length > 0,
        'Choose at least one service',
      ),
      /** The target market. */
      country: countryIn,
      currentCountry: countryIn,
      deliveryPeriod: z.enum(deliveryPeriodKeys, 'Choose a delivery period'),
      contactNumber: requiredPhoneNumber('Contact number'),
    }),
    reply: done,
    bodyLimit,
    lacking: 'All fields are mandatory!',
    says: 'Thank you for sharing your query with us. We will shortly reply you back.',
  }),
  subscribePlan: endpoint({
    method: 'POST',
    path: '/api/public/subscribePlan',
    who: 'anyone',
    about: 'Asks for a plan. It changes no role.',
    input: z.strictObject({
      ...asker,
      plan: z.enum(planKeys, 'Choose a plan'),
      country: countryIn,
      comments: optionalText('Comments', 2000),
    }),
    reply: done,
    bodyLimit,
    says: 'Thank you. We will be in touch shortly.',
  }),
  contactUsPartner: endpoint({
    method: 'POST',
    path: '/api/public/contactUsPartner',
    who: 'anyone',
    about: 'Asks to be put in touch with a partner, or with the tenant where none is named.',
    input: z.strictObject({
      ...asker,
      country: countryIn,
      comments: optionalText('Comments', 2000),
      /** A fixed marker of the form. Any value is accepted. */
      plan: z.string().max(100).optional(),
      companyId: id.optional(),
    }),
    reply: done,
    bodyLimit,
    says: 'Thank you. We will be in touch shortly.',
  }),
}
