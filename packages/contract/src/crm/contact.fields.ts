import { createdBy, dateCreated, type FieldSpecs, valuesOf } from '../kit/entityFields.ts'
import { phrase } from '../kit/phrase.ts'

/** The roles of a contact in a decision, in the order of the form. */
export const contactRoleNames = {
  DECISION_MAKER: phrase('Decision Maker'),
  INFLUENCER: phrase('Influencer'),
  NO_INFLUENCE: phrase('No Influence'),
} as const
export const contactRoles = valuesOf(contactRoleNames)

/** The languages of letters to a contact. */
const contactLanguageNames = {
  en: phrase('English'),
  es: phrase('Spanish'),
  fr: phrase('French'),
  de: phrase('German'),
  it: phrase('Italian'),
} as const

export const contactFields = {
  firstName: {
    label: phrase('First Name'),
    type: 'name',
    required: true,
    searchLine: 1,
    sortable: true,
    filter: phrase('Name@@first name'),
    where: true,
    sheet: { width: 24 },
  },
  lastName: {
    label: phrase('Last Name'),
    type: 'name',
    required: true,
    searchLine: 2,
    sortable: true,
    filter: phrase('Surname'),
    where: true,
    // Lists show the full name here: sorted by surname, which is how people are looked up.
    column: { at: 1, label: phrase('Full Name'), width: '20%' },
    sheet: { width: 24 },
  },
  title: {
    label: phrase('Title'),
    type: 'text',
    max: 300,
    required: true,
    searchLine: 6,
    where: true,
    column: { at: 3, width: '14%' },
    sheet: { width: 28 },
  },
  contactRole: {
    label: phrase('Contact Role'),
    type: 'choice',
    choices: contactRoleNames,
    prompt: phrase('Choose a contact role'),
    required: true,
    where: true,
    column: { at: 4, label: phrase('Role'), width: '13%' },
    sheet: { width: 20 },
  },
  companyId: {
    label: phrase('Company'),
    type: 'reference',
    named: 'company',
    by: 'legalName',
    historyName: 'companyName',
    prompt: phrase('Choose a company'),
    required: true,
    searchLine: 3,
    sortable: true,
    filter: phrase('Company Name'),
    where: true,
    column: { at: 2, label: phrase('Company Name'), width: '20%' },
    sheet: { width: 40 },
  },
  /** The company's country. */
  country: { label: phrase('Country'), type: 'country', readOnly: true, where: true, sheet: false },
  /** Required for members, optional for staff. */
  email: {
    label: phrase('Email'),
    type: 'emailAddress',
    searchLine: 5,
    where: 'orEmpty',
    column: { at: 5, width: '21%' },
    sheet: { width: 32 },
  },
  number: {
    label: phrase('Number'),
    type: 'phone',
    searchLine: 7,
    where: 'orEmpty',
    column: { at: 6, onlyOnCards: true },
    sheet: { width: 20 },
  },
  /** The language of letters to the contact. Where none is chosen, the sender decides. */
  language: {
    label: phrase('Language'),
    type: 'choice',
    choices: contactLanguageNames,
    prompt: phrase('Choose a language'),
    where: 'orEmpty',
    sheet: { width: 20, mayLack: true },
  },
  dateCreated: { ...dateCreated, column: { at: 7, label: phrase('Created'), width: '12%' } },
  createdBy,
} as const satisfies FieldSpecs
