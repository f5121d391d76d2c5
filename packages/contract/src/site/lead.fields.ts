import { dateCreated, type FieldSpecs } from '../kit/entityFields.ts'
import { phrase } from '../kit/phrase.ts'
import { plans } from '../plan.ts'
import { deliveryPeriods, leadSourceNames, serviceNames } from './lead.constants.ts'

/** The fields of a lead that lists show and filter by. No form fills them: visitors send them, and the name is searched as a whole. */
export const leadFields = {
  dateCreated: { ...dateCreated, column: { at: 1, width: '10.8%' } },
  title: {
    label: phrase('Title'),
    type: 'text',
    readOnly: true,
    searchLine: 4,
    where: 'orEmpty',
    column: { at: 2, width: '9.2%' },
  },
  firstName: { label: phrase('First Name'), type: 'name', readOnly: true, sortable: true, column: { at: 3, width: '9.7%' } },
  lastName: { label: phrase('Last Name'), type: 'name', readOnly: true, sortable: true, column: { at: 4, width: '10.8%' } },
  email: {
    label: phrase('Email'),
    type: 'emailAddress',
    readOnly: true,
    searchLine: 2,
    sortable: true,
    filter: true,
    where: true,
    column: { at: 5, width: '13.2%' },
  },
  contactNumber: {
    label: phrase('Contact Number'),
    type: 'phone',
    readOnly: true,
    searchLine: 5,
    where: 'orEmpty',
    column: { at: 6, width: '12.3%' },
  },
  country: {
    label: phrase('Country'),
    type: 'country',
    readOnly: true,
    sortable: true,
    filter: true,
    where: true,
    column: { at: 7, width: '10.1%' },
  },
  registeredUser: {
    label: phrase('Registered User'),
    type: 'choice',
    choices: { true: phrase('YES'), false: phrase('NO') },
    prompt: '',
    readOnly: true,
    column: { at: 8, width: '10.3%' },
  },
  source: {
    label: phrase('Source'),
    type: 'choice',
    choices: leadSourceNames,
    prompt: 'Unknown source',
    readOnly: true,
    where: true,
    column: { at: 9, width: '9.7%' },
  },
  comments: { label: phrase('Comments'), type: 'longText', readOnly: true, searchLine: 6, where: 'orEmpty' },
  /** That it was converted to; lists can be filtered by whether there is one. */
  company: {
    label: phrase('Company'),
    type: 'references',
    by: 'legalName',
    prompt: '',
    maxItems: 1,
    readOnly: true,
    where: 'orEmpty',
    sheet: false,
    details: false,
  },
  plan: {
    label: phrase('Plan requested'),
    type: 'choice',
    choices: Object.fromEntries(plans.map(({ key, name }) => [key, name])),
    prompt: '',
    readOnly: true,
  },
  services: { label: phrase('Services'), type: 'choices', choices: serviceNames, prompt: '', readOnly: true },
  targetCountry: { label: phrase('Target market'), type: 'country', readOnly: true },
  deliveryPeriod: { label: phrase('Delivery period'), type: 'choice', choices: deliveryPeriods, prompt: '', readOnly: true },
} as const satisfies FieldSpecs
