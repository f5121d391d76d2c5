import { dateCreated, type FieldSpecs } from '../kit/entityFields.ts'
import { phrase } from '../kit/phrase.ts'

/** The fields of a tenant that lists show and filter by. The form has its own inputs. */
export const tenantFields = {
  fullName: {
    label: phrase('Name'),
    type: 'name',
    readOnly: true,
    sortable: true,
    where: true,
    column: { at: 1, width: '20%' },
  },
  /** Either of the two domain names. */
  domainName: {
    label: phrase('Domain Name'),
    type: 'text',
    readOnly: true,
    sortable: true,
    where: true,
    column: { at: 2, width: '19%' },
  },
  /** The contact person, by name or address. */
  emailAddress: { label: phrase('Contact'), type: 'text', readOnly: true, where: true, column: { at: 3, width: '26%' } },
  users: { label: phrase('Users'), type: 'figure', readOnly: true, sortable: true, column: { at: 4, width: '8%' } },
  dateCreated: { ...dateCreated, label: phrase('Created'), column: { at: 5, width: '12%' } },
  state: {
    label: phrase('State'),
    type: 'choice',
    choices: { ACTIVE: phrase('Active'), DELETED: phrase('Deleted') },
    prompt: 'Unknown state',
    readOnly: true,
    where: true,
    column: { at: 6, width: '15%' },
  },
  phoneNumber: { label: phrase('Phone Number'), type: 'phone', readOnly: true },
  address: { label: phrase('Address'), type: 'longText', readOnly: true },
} as const satisfies FieldSpecs
