import { countries } from '@tradewind/contract/countries'
import { countryIn } from '@tradewind/contract/kit/fields'
import { say } from '@tradewind/contract/kit/say'
import { adminApi } from '@tradewind/contract/platform/user.contract'
import { MEMBERS, type Role, roles, SUPER_ADMIN } from '@tradewind/contract/roles'
import { sheet } from '@tradewind/workbook/sheet'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '#kit/database/database'
import { liveWhere } from '#kit/database/list'
import type { Feature } from '#kit/feature'
import type { WriteContext } from '#kit/http/context'
import { importSpec } from '#kit/record/importSpec'
import { bulkSheet } from '#kit/record/sheets'
import { userEntity, users } from '#platform/schema/user.table'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { countFreeUsers, deleteUnverified, userLimitReached } from './user.queries.ts'

interface Needs {
  settings: Pick<TenantSettings, 'of'>
  /** Mails new users the link by which they choose a password. */
  inviteAll: (tx: Tx, tenantId: string, userIds: readonly string[]) => Promise<void>
}

const mainAccountRoles: readonly Role[] = [...SUPER_ADMIN, ...MEMBERS]
/** The tenant whose workbook it is, which determines the roles: only the main account has members. */
interface TenantKind {
  isMain: boolean
}

const rolesIn = ({ isMain }: TenantKind) =>
  roles.filter((role) => (isMain ? role !== SUPER_ADMIN[0] : !mainAccountRoles.includes(role)))

/** Only the main account has brand names. */
const brandName = { header: 'Company Name', field: 'userCompanyName', width: 36 } as const

const sheetIn = (tenant: TenantKind) =>
  sheet('Users', [
    { header: 'First Name', field: 'firstName', required: true, width: 24 },
    { header: 'Middle Name', field: 'middleName', width: 24 },
    { header: 'Last Name', field: 'lastName', required: true, width: 24 },
    { header: 'Email Address', field: 'emailAddress', required: true, width: 36 },
    { header: 'Role', field: 'role', required: true, values: rolesIn(tenant), width: 24 },
    ...(tenant.isMain ? [brandName] : []),
    {
      header: 'Allowed Countries',
      field: 'allowedCountries',
      many: true,
      suggestions: countries.map(({ name }) => name),
      width: 36,
    },
  ])

const form = adminApi.create.input.shape

const problemOf = (role: Role, allowed: readonly string[]) => {
  const isLevel3 = role === 'ROLE_LEVEL3'
  if (isLevel3 === allowed.length > 0) return undefined
  return isLevel3 ? say('Choose at least one country') : say('Only ROLE_LEVEL3 can have allowed countries')
}

/** Validates a row like the form, in the columns of the sheet. */
const UserRow = z
  .object({
    firstName: form.firstName,
    middleName: form.middleName,
    lastName: form.lastName,
    emailAddress: form.emailAddress,
    role: form.adminRole,
    userCompanyName: form.userCompanyName,
    allowedCountries: z.array(countryIn).transform((codes) => [...new Set(codes)]),
  })
  .superRefine(({ role, allowedCountries }, context) => {
    const problem = problemOf(role, allowedCountries)
    if (problem) context.addIssue({ code: 'custom', path: ['allowedCountries'], ...problem.error() })
  })

/** The addresses of these that users have. Deletes sign-ups with them that were not verified. */
const findTaken = async ({ tx, scope }: WriteContext, addresses: readonly string[]) => {
  await deleteUnverified(tx, ...addresses)
  const folded = sql`select lower(address) from json_array_elements_text(${JSON.stringify(addresses)}::json) address`
  const found = await tx
    .select({ emailAddress: users.emailAddress })
    .from(users)
    .where(liveWhere(users, sql`lower(${users.emailAddress}) in (${folded})`, scope))
  return found.map(({ emailAddress }) => emailAddress)
}

const findRoom = async ({ settings }: Needs, { tx, scope }: WriteContext) => {
  const { MAX_USERS: most } = await settings.of(scope.tenantId)
  return { remaining: await countFreeUsers(tx, scope.tenantId, most), problem: userLimitReached(most) }
}

/** The import of users from a workbook. */
const userImport = (needs: Needs, tenant: TenantKind & { uniqueId: string }) =>
  importSpec({
    of: userEntity,
    sheet: sheetIn(tenant),
    input: UserRow,
    unique: { field: 'emailAddress', normalize: (address) => address.trim().toLowerCase(), findTaken: findTaken },
    room: (context) => findRoom(needs, context),
    onCreated: ({ tx, scope }, ids) => needs.inviteAll(tx, scope.tenantId, ids),
  })

/** The sheet by which a tenant gets its first users. */
export const userSheet =
  (needs: Needs): NonNullable<Feature['sheets']>[number] =>
  (tenant) =>
    bulkSheet(userImport(needs, tenant))
