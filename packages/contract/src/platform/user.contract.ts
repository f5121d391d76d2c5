import { z } from 'zod'
import { byId, endpoint, id, instant, listQuery, recordFields, searchTerm, upload } from '../kit/endpoint.ts'
import { sortsOf, valuesOf } from '../kit/entityFields.ts'
import { whereOf } from '../kit/entitySchemas.ts'
import { atMost, countryIn, countryOut, emailAddress, nameText, optionalCountry, optionalName, yesOrNo } from '../kit/fields.ts'
import { history } from '../kit/history.ts'
import { say } from '../kit/say.ts'
import { roles } from '../roles.ts'
import { userPolicy } from './policies.ts'
import { stateNames, userFields } from './user.fields.ts'

export const userStates = valuesOf(stateNames)

export const User = z.object({
  ...recordFields,
  firstName: z.string(),
  middleName: z.string().nullable(),
  lastName: z.string(),
  fullName: z.string(),
  /** The name for signing in: the email address. */
  username: z.string(),
  emailAddress: z.string(),
  role: z.array(z.enum(roles)),
  adminRole: z.enum(roles),
  userCompanyName: z.string().nullable(),
  userCompanyCountry: countryOut.nullable(),
  isPartner: z.boolean(),
  brandLogoUID: id.nullable(),
  allowedCountries: z.array(countryOut),
  reviewsSearchEnabled: z.boolean(),
  /** The name of the tenant that is the main account. */
  tenant: z.string(),
  state: z.enum(userStates),
  /** The keys of the user's permissions. */
  permissionList: z.array(z.string()),
})
export type User = z.output<typeof User>

const role = z.enum(roles, 'Choose a role')
/** In a form a repeated field, in JSON a list; an empty field means none. */
const countryList = z
  .union([atMost(z.array(countryIn), 500), z.literal('').transform(() => []), countryIn.transform((one) => [one])])
  .transform((countries) => [...new Set(countries)])

const names = {
  firstName: nameText('First name'),
  middleName: optionalName('Middle name'),
  lastName: nameText('Last name'),
}
const fields = {
  ...names,
  emailAddress: emailAddress(),
  adminRole: role,
  allowedCountries: countryList.optional(),
  userCompanyName: optionalName('Company name'),
  userCompanyCountry: optionalCountry,
  isPartner: yesOrNo.optional(),
  /** Whether the page of the user's reviews can be found; only for roles that have reviews. */
  reviewsSearchEnabled: yesOrNo.optional(),
}

/** Properties of a user that a form sends back; they are ignored. */
const ignoredFields = Object.fromEntries(Object.keys(User.shape).map((field) => [field, z.unknown().optional()]))
const change = { ...z.object(fields).partial().shape, uniqueId: id, updatedAt: instant.optional() }
type Change = z.ZodObject<typeof change>
const UserUpdate = z
  .strictObject({ ...ignoredFields, ...change })
  .transform((input) => Object.fromEntries(Object.entries(input).filter(([field]) => field in change))) as unknown as z.ZodType<
  z.output<Change>,
  z.input<Change>
>

const UserOption = z.object({ uniqueId: id, fullName: z.string(), emailAddress: z.string() })

const filters = {
  ...whereOf(userFields),
  roleName: z.enum(roles, 'Unknown role').optional(),
  state: z.enum(userStates, 'Unknown state').optional(),
  fullName: searchTerm,
  emailAddress: searchTerm,
}

const BRAND_NAME_REQUIRED = 'Brand Name is Required'
const brandName = z.string(BRAND_NAME_REQUIRED).trim().min(1, BRAND_NAME_REQUIRED).pipe(nameText('Brand name'))

/** Users are under /api/admin. `acrossTenants`: the super admin may name another tenant, and reaches its tenant admins. */
export const adminApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/',
    access: userPolicy.list,
    acrossTenants: true,
    summary: 'Lists the users of the tenant.',
    input: listQuery(sortsOf(userFields), filters),
    reply: z.array(User),
    replyType: 'list',
  }),
  options: endpoint({
    method: 'GET',
    path: '/api/admin/options',
    access: userPolicy.pick,
    summary:
      'Lists the staff users who can be chosen as assignee or sharing target; with `closed=true`, those whose account is closed, ' +
      'too; with `uniqueId`, only that user, also if the account is closed. Members get only themselves.',
    input: listQuery(['fullName'], {
      uniqueId: id.optional(),
      closed: z.literal('true', say('Leave it out, or set it to true')).optional(),
    }),
    reply: z.array(UserOption),
    replyType: 'list',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/:uniqueId',
    access: userPolicy.see,
    acrossTenants: true,
    summary: 'Returns one user. Administrators can request any user, others only themselves.',
    input: byId,
    reply: User,
  }),
  history: { ...history('/api/admin', 'user', userPolicy.manage).history, acrossTenants: true as const },
  create: endpoint({
    method: 'POST',
    path: '/api/admin/',
    access: userPolicy.create,
    acrossTenants: true,
    summary: 'Creates a user and mails them a link for choosing a password. The link is valid for 7 days.',
    input: z.strictObject({ ...fields, file: upload.optional() }),
    reply: User,
    replyType: 'created',
    message: 'The user was created. An email with a link to choose a password is on its way.',
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/admin/',
    access: userPolicy.update,
    acrossTenants: true,
    summary:
      'Updates the fields of a user that the request body contains. On their own account, users can change only the names.',
    input: UserUpdate,
    reply: User,
    message: 'The user was saved.',
  }),
  belonging: endpoint({
    method: 'POST',
    path: '/api/admin/belonging/',
    access: userPolicy.remove,
    acrossTenants: true,
    summary:
      'Counts what goes with a user who is deleted, by kind: the files, and for a member also the records and the reviews, which are purged after 30 days; ' +
      '`task`: open tasks that others get; `share`: shares that end.',
    input: byId,
    reply: z.array(z.object({ kind: z.string(), count: z.number() })),
    replyType: 'list',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/:uniqueId',
    access: userPolicy.remove,
    acrossTenants: true,
    summary:
      'Deletes a user and ends their sessions and links. Records created by staff are kept; the records of a member are purged ' +
      'after 30 days.',
    input: byId,
    reply: byId,
    message: 'Deleted Successfully!',
  }),
  invite: endpoint({
    method: 'POST',
    path: '/api/admin/invite/',
    access: userPolicy.manage,
    acrossTenants: true,
    summary: 'Mails a new link for choosing a password. Links that were mailed before become invalid.',
    input: byId,
    reply: User,
    message: 'A new email with a link to choose a password is on its way.',
  }),
  setActive: endpoint({
    method: 'POST',
    path: '/api/admin/active/',
    access: userPolicy.manage,
    acrossTenants: true,
    summary: 'Closes an account temporarily and ends its sessions, or opens it again.',
    input: z.strictObject({ uniqueId: id, isActive: yesOrNo }),
    reply: User,
    message: ({ state }: User) => (state === 'DEACTIVATED' ? say('The account is closed.') : say('The account is open.')),
  }),
  uploadLogo: endpoint({
    method: 'POST',
    path: '/api/admin/uploadLogo/',
    access: userPolicy.brand,
    summary: 'Uploads an image as the brand logo. It is decoded and re-encoded as PNG; other content of the file is dropped.',
    input: z.strictObject({ uniqueId: id, file: upload }),
    reply: User,
    message: 'Brand Logo uploaded successfully!',
  }),
  updateBrandName: endpoint({
    method: 'POST',
    path: '/api/admin/updateBrandName/',
    access: userPolicy.brand,
    summary: 'Updates the brand name and, if the request contains it, the country of the company.',
    input: z.strictObject({ uniqueId: id, userCompanyName: brandName, userCompanyCountry: optionalCountry }),
    reply: User,
    message: 'Brand Name updated successfully!',
  }),
}
