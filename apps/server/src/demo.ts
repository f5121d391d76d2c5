import { sql } from 'drizzle-orm'
import { memberCompanies, nordhavenCompanies, staffCompanies } from '#features/company/company.demo'
import { companyKind } from '#features/company/company.table'
import { hashPassword } from '#features/identity/password/hashing'
import { tenantDomains, tenants } from '#features/tenant/tenant.table'
import { addPeople, demoPeople, type DemoUser } from '#features/user/user.demo'
import { nowhere, type Tx } from '#kit/database/database'
import { addDemo } from '#kit/record/demo'

/** Moves the transaction into a tenant, and a world of it. */
const enter = (tx: Tx, tenantId: string, worldId = nowhere) =>
  tx.execute(sql`select set_config('app.tenant_id', ${tenantId}, true), set_config('app.world_id', ${worldId}, true)`)

const addTenant = async (tx: Tx, values: typeof tenants.$inferInsert) => {
  const [tenant] = await tx.insert(tenants).values(values).returning()
  if (values.domainName) await tx.insert(tenantDomains).values({ domain: values.domainName, tenantId: tenant!.uniqueId })
  return tenant!.uniqueId
}

const main = {
  fullName: 'Tradewind',
  isMain: true,
  firstName: 'Tomás',
  lastName: 'Alcántara',
  emailAddress: 'tenant-admin@tradewind.test',
}
const nordhaven = {
  fullName: 'Nordhaven',
  domainName: 'nordhaven.localhost',
  firstName: 'Nora',
  lastName: 'Lindqvist',
  emailAddress: 'tenant-admin@nordhaven.test',
  address: 'Havnegata 12, 7010 Trondheim',
}

const isEditor = ({ role }: DemoUser) => role === 'ROLE_TENANT_ADMIN' || role === 'ROLE_ADMIN'

const addRecords = async (tx: Tx, tenantId: string, staff: typeof staffCompanies, people: readonly DemoUser[]) => {
  await enter(tx, tenantId, tenantId)
  await addDemo(tx, companyKind, staff, people.filter(isEditor))
  for (const person of people) {
    const own = memberCompanies[person.emailAddress]
    if (!own) continue
    await enter(tx, tenantId, person.uniqueId)
    await addDemo(tx, companyKind, own, [person])
  }
}

/** A believable year of work in two tenants, written by us, made the same way every time. */
export const fillWithDemo = async (tx: Tx, password: string) => {
  const passwordHash = await hashPassword(password)
  for (const [name, values, staff] of [
    ['main', main, staffCompanies],
    ['nordhaven', nordhaven, nordhavenCompanies],
  ] as const) {
    const tenantId = await addTenant(tx, values)
    await enter(tx, tenantId)
    const people = demoPeople.filter(({ tenant }) => tenant === name)
    await addRecords(tx, tenantId, staff, await addPeople(tx, people, passwordHash))
  }
}
