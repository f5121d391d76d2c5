import { dateCreated, type FieldSpecs } from '../kit/entityFields.ts'
import { phrase } from '../kit/phrase.ts'
import type { Role } from '../roles.ts'

/** The display names of the roles, the highest first. */
export const roleNames = {
  ROLE_SUPER_ADMIN: phrase('Super Admin'),
  ROLE_TENANT_ADMIN: phrase('Tenant Admin'),
  ROLE_ADMIN: phrase('Admin'),
  ROLE_LEVEL3: phrase('Level 3'),
  ROLE_LEVEL2: phrase('Level 2'),
  ROLE_LEVEL1: phrase('Level 1'),
  ROLE_BUISNESS: phrase('Business'),
  ROLE_PRO: phrase('Pro'),
  ROLE_ADVANCE: phrase('Advance'),
  ROLE_BASIC: phrase('Basic'),
  ROLE_STARTER: phrase('Starter'),
  ROLE_FREE: phrase('Free'),
} as const satisfies Record<Role, string>

/** The display names of the states of an account: invited (the link is valid for 7 days), invited too long ago, in use, or closed for now. */
export const stateNames = {
  INVITED: phrase('Invited'),
  INVITATION_EXPIRED: phrase('Invitation expired'),
  ACTIVE: phrase('Active'),
  DEACTIVATED: phrase('Closed@@account'),
} as const

/** The fields of a user that lists show and filter by. The form has its own inputs. */
export const userFields = {
  dateCreated: { ...dateCreated, column: { at: 1, width: '12%' } },
  fullName: {
    label: phrase('Name'),
    type: 'name',
    readOnly: true,
    searchLine: 1,
    sortable: true,
    where: true,
    column: { at: 2, isName: true },
  },
  firstName: { label: phrase('First Name'), type: 'name', readOnly: true },
  middleName: { label: phrase('Middle Name'), type: 'name', readOnly: true },
  lastName: { label: phrase('Last Name'), type: 'name', readOnly: true },
  emailAddress: {
    label: phrase('Email Address'),
    type: 'emailAddress',
    readOnly: true,
    searchLine: 2,
    sortable: true,
    where: true,
    column: { at: 3, width: '21%' },
  },
  adminRole: {
    label: phrase('Role'),
    type: 'choice',
    choices: roleNames,
    prompt: 'Choose a role',
    readOnly: true,
    sortable: true,
    where: true,
    column: { at: 4, width: '15%' },
  },
  /** The name of the tenant. */
  tenant: { label: phrase('Main Account'), type: 'text', readOnly: true, column: { at: 5, width: '10%' } },
  state: {
    label: phrase('State'),
    type: 'choice',
    choices: stateNames,
    prompt: 'Unknown state',
    readOnly: true,
    where: true,
    column: { at: 6, width: '15%' },
  },
  userCompanyName: { label: phrase('Company Name'), type: 'text', readOnly: true, searchLine: 3, where: 'orEmpty' },
  userCompanyCountry: { label: phrase('Company Country'), type: 'country', readOnly: true, where: 'orEmpty' },
  isPartner: {
    label: phrase('Is a Partner'),
    type: 'choice',
    choices: { true: phrase('Yes'), false: phrase('No') },
    prompt: 'true or false',
    readOnly: true,
    where: true,
  },
} as const satisfies FieldSpecs
