import { hash } from 'node:crypto'
import { insertMany } from '#kit/database/insert'
import { nowhere, type Tx } from '#kit/database/database'
import { audits } from '#kit/record/audit'
import { sql } from 'drizzle-orm'
import { hashPassword } from '#features/identity/password/hashing'
import { companies, companyKind } from '#features/company/company.table'
import { tenantDomains, tenants } from '#features/tenant/tenant.table'
import { userPermissions, users } from '#features/user/user.table'
import { type DemoCompany, memberCompanies, nordhavenCompanies, staffCompanies } from './companies.ts'
import { type DemoPerson, demoPeople } from './people.ts'

const DAY = 86_400_000

/** The same number from 0 to `below` for the same words, every time. */
const drawn = (below: number, ...words: unknown[]) => parseInt(hash('sha256', words.join(' ')).slice(0, 8), 16) % below

const inScope = (tx: Tx, tenantId: string, worldId = nowhere) =>
  tx.execute(sql`select set_config('app.tenant_id', ${tenantId}, true), set_config('app.world_id', ${worldId}, true)`)

type User = typeof users.$inferSelect

const addPeople = async (tx: Tx, tenantId: string, people: readonly DemoPerson[], passwordHash: string) => {
  await inScope(tx, tenantId)
  const made: User[] = []
  for (const { permissions = [], allowedCountries = [], userCompanyName = null, ...person } of people) {
    const { emailAddress, firstName, lastName, role } = person
    const values = {
      emailAddress,
      firstName,
      lastName,
      role,
      userCompanyName,
      passwordHash,
      allowedCountries: [...allowedCountries],
      verifiedAt: new Date().toISOString(),
    }
    const [user] = await tx.insert(users).values(values).returning()
    for (const key of permissions) await tx.insert(userPermissions).values({ userId: user!.uniqueId, key })
    made.push(user!)
  }
  return made
}

/** A year of companies, entered by these people on working days. */
const addCompanies = async (tx: Tx, list: readonly DemoCompany[], by: readonly User[]) => {
  const rows = list.map((company, at) => {
    const daysAgo = Math.round(((list.length - at) / list.length) * 350) + drawn(8, company.legalName)
    const minutes = 8 * 60 + drawn(9 * 60, company.legalName, 'minute')
    const createdAt = new Date(Math.floor((Date.now() - daysAgo * DAY) / DAY) * DAY + minutes * 60_000).toISOString()
    const creator = by[drawn(by.length, company.legalName, 'creator')]!
    return { ...company, ...companyKind.kept(company), createdBy: creator.uniqueId, dateCreated: createdAt, updatedAt: createdAt }
  })
  const ids = await insertMany(tx, companies, rows)
  const nameOf = new Map(by.map(({ uniqueId, firstName, lastName }) => [uniqueId, `${firstName} ${lastName}`]))
  const notes = rows.map(({ createdBy, dateCreated, legalName }, at) => ({
    action: 'CREATED',
    kind: 'company',
    recordId: ids[at],
    title: legalName,
    byName: nameOf.get(createdBy),
    createdBy,
    dateCreated,
    changes: {},
  }))
  await insertMany(tx, audits, notes)
}

const addTenant = async (tx: Tx, values: typeof tenants.$inferInsert) => {
  const [tenant] = await tx.insert(tenants).values(values).returning()
  if (values.domainName) await tx.insert(tenantDomains).values({ domain: values.domainName, tenantId: tenant!.uniqueId })
  return tenant!.uniqueId
}

/** A believable year of work in two tenants, written by us, made the same way every time. */
export const addDemo = async (tx: Tx, password: string) => {
  const passwordHash = await hashPassword(password)
  const main = await addTenant(tx, {
    fullName: 'Tradewind',
    isMain: true,
    firstName: 'Tomás',
    lastName: 'Alcántara',
    emailAddress: 'tenant-admin@tradewind.test',
  })
  const nordhaven = await addTenant(tx, {
    fullName: 'Nordhaven',
    domainName: 'nordhaven.localhost',
    firstName: 'Nora',
    lastName: 'Lindqvist',
    emailAddress: 'tenant-admin@nordhaven.test',
    address: 'Havnegata 12, 7010 Trondheim',
  })
  for (const [tenantId, tenant, list] of [
    [main, 'main', staffCompanies],
    [nordhaven, 'nordhaven', nordhavenCompanies],
  ] as const) {
    const made = await addPeople(
      tx,
      tenantId,
      demoPeople.filter((person) => person.tenant === tenant),
      passwordHash,
    )
    await inScope(tx, tenantId, tenantId)
    await addCompanies(
      tx,
      list,
      made.filter(({ role }) => role === 'ROLE_TENANT_ADMIN' || role === 'ROLE_ADMIN'),
    )
    for (const user of made) {
      await inScope(tx, tenantId, user.uniqueId)
      await addCompanies(tx, memberCompanies[user.emailAddress] ?? [], [user])
    }
  }
}
