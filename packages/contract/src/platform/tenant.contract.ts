import { z } from 'zod'
import { byId, crud, emptyInput, emptyReply, endpoint, id, instant, searchTerm } from '../kit/endpoint.ts'
import { sortsOf, valuesOf } from '../kit/entityFields.ts'
import { whereOf } from '../kit/entitySchemas.ts'
import { emailAddress, nameText, optionalName, optionalText, phoneNumber, text } from '../kit/fields.ts'
import { say, type Sentence } from '../kit/say.ts'
import { tenantPolicy } from './policies.ts'
import { tenantFields } from './tenant.fields.ts'

const label = '[a-z\\d]([a-z\\d-]{0,61}[a-z\\d])?'
/** Faults of a host name; the first that matches is reported. */
const hostFaults: readonly [RegExp, Sentence][] = [
  [/[:/?#@]/, say('This is not a domain name: leave out https:// and what follows the name')],
  [/\s/, say('This is not a domain name: it cannot contain spaces')],
  [/[^a-z\d.-]/, say('This is not a domain name: it can only contain letters, digits, hyphens and dots')],
  [/^[^.]*$/, say('This is not a domain name: it needs a dot, as in example.com')],
  [/(^|\.)\d+$/, say('This is not a domain name: it cannot end in digits')],
  [/^\.|\.$|\.\./, say('This is not a domain name: there is one dot too many')],
]
const faultOfHost = (name: string) => {
  if (new RegExp(`^(${label}\\.)+(?!\\d+$)${label}$`).test(name)) return undefined
  const found = hostFaults.find(([pattern]) => pattern.test(name))
  return found?.[1] ?? say('This is not a domain name: each part has 63 characters at most, and no hyphen at its ends')
}
/** A host name without scheme, port or path, stored in lower case. IPv4 addresses are rejected. */
const hostName = z
  .string()
  .trim()
  .toLowerCase()
  .max(253, say('{what} can have {count} characters at most', { what: say('A domain name'), count: 253 }))
  .superRefine((name, context) => {
    const fault = faultOfHost(name)
    if (fault) context.addIssue({ code: 'custom', ...fault.error() })
  })
const optionalHostName = z
  .union([z.literal('').transform(() => null), hostName])
  .nullish()
  .transform((name) => name ?? null)

/** The personal names, address and numbers of a tenant are those of its contact person. */
export const TenantInput = z.object({
  fullName: nameText('Name'),
  firstName: nameText('First name'),
  middleName: optionalName('Middle name'),
  lastName: nameText('Last name'),
  emailAddress: emailAddress(),
  phoneNumber: phoneNumber('Phone number'),
  domainName: optionalHostName,
  secondaryDomainName: optionalHostName,
  address: optionalText('Address', 2000),
})
export type TenantInput = z.output<typeof TenantInput>

/** The tenant's usage, as last counted. Null before the first count. */
const TenantFigures = z.object({
  users: z.number(),
  records: z.number(),
  /** Bytes of files. */
  storage: z.number(),
  lastActivity: instant.nullable(),
  countedAt: instant,
})
type TenantFigures = z.output<typeof TenantFigures>

export const Tenant = z.object({
  uniqueId: id,
  dateCreated: instant,
  updatedAt: instant,
  createdBy: id.nullable(),
  fullName: z.string(),
  firstName: z.string(),
  middleName: z.string().nullable(),
  lastName: z.string(),
  emailAddress: z.string(),
  phoneNumber: z.string().nullable(),
  domainName: z.string().nullable(),
  secondaryDomainName: z.string().nullable(),
  address: z.string().nullable(),
  isMain: z.boolean(),
  /** When it was soft-deleted: none of its users can sign in. It can be deleted permanently 24 hours later. */
  deletedAt: instant.nullable(),
  figures: TenantFigures.nullable(),
})
export type Tenant = z.output<typeof Tenant>

const filters = {
  ...whereOf(tenantFields),
  fullName: searchTerm,
  domainName: searchTerm,
  state: z.enum(valuesOf(tenantFields.state.choices), 'Unknown state').optional(),
}
const calls = crud('/api/tenant', {
  name: 'tenant',
  record: Tenant,
  input: TenantInput,
  policy: tenantPolicy,
  sorts: sortsOf(tenantFields),
  filters,
})

export const tenantApi = {
  ...calls,
  /** A new tenant is never the main account, the only one that may have no domain name. */
  create: {
    ...calls.create,
    input: z.strictObject({ ...TenantInput.shape, domainName: text('Domain name', 253).pipe(hostName) }),
  },
  remove: endpoint({
    method: 'DELETE',
    path: '/api/tenant/:uniqueId',
    access: tenantPolicy.remove,
    summary:
      'Soft-deletes a tenant: its users can no longer sign in, and its pages are no longer available. It can be restored. The ' +
      'main account cannot be deleted.',
    input: byId,
    reply: byId,
    message: 'Deleted Successfully!',
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/tenant/restore',
    access: tenantPolicy.restore,
    summary: 'Restores a soft-deleted tenant.',
    input: byId,
    reply: Tenant,
    message: 'The tenant is back.',
  }),
  deletePermanently: endpoint({
    method: 'DELETE',
    path: '/api/tenant/deletePermanently/:uniqueId',
    access: tenantPolicy.remove,
    secret: true,
    summary:
      'Permanently deletes a tenant with its rows, files, jobs and sessions. It must have been soft-deleted at least 24 hours ' +
      'before. The request is confirmed by the name of the tenant and the password of the signed-in user.',
    input: z.strictObject({
      uniqueId: id,
      fullName: z.string('Type the name of the tenant').max(200),
      password: z.string('Password is required').min(1, 'Password is required').max(1024),
    }),
    reply: byId,
    message: 'The tenant is being deleted for good.',
  }),
  /** The tenant of a tenant admin, for a link that names only the admin. */
  ofAdmin: endpoint({
    method: 'GET',
    path: '/api/tenant/ofAdmin/:uniqueId',
    access: tenantPolicy.see,
    summary: 'Returns the tenant that a tenant admin belongs to.',
    input: byId,
    reply: Tenant,
  }),
  count: endpoint({
    method: 'POST',
    path: '/api/tenant/count',
    access: tenantPolicy.see,
    summary: 'Starts a new count of the usage of each tenant. The usage is also counted automatically every 15 minutes.',
    input: emptyInput,
    reply: emptyReply,
    message: 'The figures are being counted again.',
  }),
}
