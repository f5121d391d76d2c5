import type { CountryCode } from '@tradewind/contract/countries'
import { asc, getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import type { AppContext } from '../../../apps/server/src/appContext.ts'
import { companies } from '../../../apps/server/src/crm/schema/company.table.ts'
import { eventEntity } from '../../../apps/server/src/crm/schema/event.table.ts'
import { namePools } from '../names.ts'
import { diceOf } from '../random.ts'
import { addContacts } from './contacts.ts'
import { createRecords, randomTime, type SeedContext } from './enter.ts'
import { addStaff } from './people.ts'
import { addProjectCompanies, addProjects } from './projects.ts'
import { addReports } from './reports.ts'
import { addTasks } from './steps.ts'
import { addSummaries } from './summaries.ts'
import { eventWords, sentences } from './words.ts'

const towns = namePools.flatMap((speech) => Object.values(speech.towns).flat())
const DAY = 86_400_000

const addEvents = async (partition: SeedContext, count: number) => {
  const { dice, people } = partition
  const plans = Array.from({ length: count }, () => ({ at: randomTime(dice), by: dice.early(people) }))
  await createRecords(partition, eventEntity, plans, ({ at }) => {
    const town = dice.one(towns)
    return {
      title: `${dice.one(eventWords)} ${town} ${at.slice(0, 4)}`,
      description: dice.several(4, () => dice.one(sentences)).join(' '),
      eventDateTime: new Date(Date.parse(at) + dice.below(150) * DAY).toISOString(),
      location: `Hall ${1 + dice.below(12)}, ${town}`,
      organizer: `${dice.one(dice.one(namePools).surnames)} Messe`,
      organizerContact: `info@messe-${dice.below(1000)}.example`,
    }
  })
}

/** Returns the companies with the columns that their records copy, the oldest first. */
const companiesOf = async ({ db, scope }: Pick<SeedContext, 'db' | 'scope'>) => {
  const { uniqueId, legalName, country, dateCreated } = companies
  const found = await db
    .as(scope)
    .select({ uniqueId, legalName, country, dateCreated })
    .from(companies)
    .orderBy(asc(dateCreated), asc(uniqueId))
  return found.map((company) => ({ ...company, country: company.country as CountryCode }))
}

/** The number of each kind of record per company of the main account. */
export interface RecordsPerCompany {
  contacts: number
  reports: number
}

/**
 * Adds all records of the companies of a tenant's staff, written by the application's own functions, with their history. With 200,000 companies:
 * 200,000 contacts, 100,000 reports, 300,000 summaries, 100,000 tasks, 300 projects with 30,000 companies, 20,000 events, 1,000 users.
 */
export const addCrm = async (
  { db }: AppContext,
  owner: pg.Client,
  tenantId: string,
  { contacts: contactsPerCompany, reports: reportsPerCompany }: RecordsPerCompany,
) => {
  const analyze = (table: PgTable) => owner.query(`analyze ${getTableName(table)}`)
  const context = { db, scope: { tenantId, partitionId: tenantId }, dice: diceOf(7), analyze }
  const existingCompanies = await companiesOf(context)
  const shareOf = (share: number) => Math.ceil(existingCompanies.length * share)
  const partition = { ...context, people: await addStaff(context, shareOf(0.005)) }
  const contacts = await addContacts(partition, existingCompanies, shareOf(contactsPerCompany))
  const reports = await addReports(partition, contacts, shareOf(reportsPerCompany))
  const projects = await addProjects(partition, shareOf(0.0015))
  await addProjectCompanies(partition, projects, contacts, reports, shareOf(0.15))
  const summaries = await addSummaries(partition, reports, projects, shareOf(1.5))
  await addTasks(partition, summaries, shareOf(0.5))
  await addEvents(partition, shareOf(0.1))
}
