import type { CountryCode } from '@tradewind/contract/countries'
import type { Role } from '@tradewind/contract/roles'
import type { Tx } from '#kit/database/database'
import { userEntity, users } from '#platform/schema/user.table'
import { grantPermissions } from './user.queries.ts'

export interface DemoPerson {
  emailAddress: string
  firstName: string
  lastName: string
  role: Role
  /** Description in the list of demo sign-ins. */
  description: string
  tenant: 'main' | 'nordhaven'
  permissions?: readonly string[]
  allowedCountries?: readonly string[]
  userCompanyName?: string
  userCompanyCountry?: CountryCode
}

const main = (
  name: string,
  firstName: string,
  lastName: string,
  role: Role,
  what: string,
  over: Partial<DemoPerson> = {},
): DemoPerson => ({
  emailAddress: `${name}@tradewind.test`,
  firstName,
  lastName,
  role,
  description: what,
  tenant: 'main',
  ...over,
})
const nordhaven = (
  name: string,
  firstName: string,
  lastName: string,
  role: Role,
  what: string,
  over: Partial<DemoPerson> = {},
): DemoPerson => ({
  ...main(name, firstName, lastName, role, `${what}, Nordhaven`, over),
  emailAddress: `${name}@nordhaven.test`,
  tenant: 'nordhaven',
})

const companyOf = (userCompanyName: string, userCompanyCountry: CountryCode) => ({ userCompanyName, userCompanyCountry })

/** Everybody who can sign in to an evaluation. */
export const demoPeople: readonly DemoPerson[] = [
  main('super', 'Saskia', 'Verhoeven', 'ROLE_SUPER_ADMIN', 'super admin'),
  main('tenant-admin', 'Tomás', 'Alcántara', 'ROLE_TENANT_ADMIN', 'tenant admin', { permissions: ['XG_ADMIN'] }),
  main('admin', 'Amélie', 'Rousseau', 'ROLE_ADMIN', 'admin', { permissions: ['XG_ADMIN', 'EXPORT_DATA'] }),
  main('level1', 'Lars', 'Nyström', 'ROLE_LEVEL1', 'level 1'),
  main('level2', 'Lucía', 'Ferrer', 'ROLE_LEVEL2', 'level 2'),
  main('level3', 'Leonie', 'Brandt', 'ROLE_LEVEL3', 'level 3: Germany and Italy', { allowedCountries: ['DE', 'IT'] }),
  main('starter', 'Stefan', 'Novák', 'ROLE_STARTER', 'plan Starter', companyOf('Novák Strojírny', 'CZ')),
  main('basic', 'Beatriz', 'Sousa', 'ROLE_BASIC', 'plan Basic', companyOf('Sousa Cortiça', 'PT')),
  main('advance', 'Aoife', 'Gallagher', 'ROLE_ADVANCE', 'plan Advance', companyOf('Gallagher Marine Instruments', 'IE')),
  main('pro', 'Paolo', 'Marchetti', 'ROLE_PRO', 'plan Pro', companyOf('Marchetti Valvole', 'IT')),
  main('business', 'Britta', 'Söderholm', 'ROLE_BUISNESS', 'plan Business', companyOf('Söderholm Timber', 'SE')),
  main('free', 'Femke', 'de Wit', 'ROLE_FREE', 'free account', companyOf('De Wit Advies', 'NL')),
  nordhaven('tenant-admin', 'Nora', 'Lindqvist', 'ROLE_TENANT_ADMIN', 'tenant admin', { permissions: ['XG_ADMIN'] }),
  nordhaven('admin', 'Anders', 'Holm', 'ROLE_ADMIN', 'admin'),
  nordhaven('pro', 'Pernille', 'Krag', 'ROLE_PRO', 'plan Pro', companyOf('Krag Møbler', 'DK')),
]

export type DemoUser = typeof users.$inferSelect

/** Adds these people to the tenant of the transaction. */
export const addPeople = async (tx: Tx, people: readonly DemoPerson[], passwordHash: string) => {
  const added: DemoUser[] = []
  for (const {
    permissions = [],
    allowedCountries = [],
    userCompanyName = null,
    userCompanyCountry = null,
    ...person
  } of people) {
    const { emailAddress, firstName, lastName, role } = person
    const company = { userCompanyName, userCompanyCountry }
    const fields = { emailAddress, firstName, lastName, role, ...company, allowedCountries: [...allowedCountries] }
    const [user] = await tx
      .insert(users)
      .values({ ...fields, ...userEntity.computedColumns(fields), passwordHash, verifiedAt: new Date().toISOString() })
      .returning()
    await grantPermissions(tx, user!.uniqueId, permissions)
    added.push(user!)
  }
  return added
}
