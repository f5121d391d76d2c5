import type { CountryCode } from '@tradewind/contract/countries'
import { asc, getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import type { AppContext } from '../../../apps/server/src/appContext.ts'
import { companies } from '../../../apps/server/src/crm/schema/company.table.ts'
import { eventEntity } from '../../../apps/server/src/crm/schema/event.table.ts'
import { speeches } from '../names.ts'
import { diceOf } from '../random.ts'
import { addContacts } from './contacts.ts'
import { anyTime, enter, type SeedContext } from './enter.ts'
import { addStaff } from './people.ts'
import { addPlaces, addProjects } from './projects.ts'
import { addReports } from './reports.ts'
import { addSteps } from './steps.ts'
import { addSummaries } from './summaries.ts'
import { gatherings, sentences } from './words.ts'

const towns = speeches.flatMap((speech) => Object.values(speech.towns).flat())
const DAY = 86_400_000

const addEvents = async (partition: SeedContext, count: number) => {
  const { dice, people } = partition
  const plans = Array.from({ length: count }, () => ({ at: anyTime(dice), by: dice.early(people) }))
  await enter(partition, eventEntity, plans, ({ at }) => {
    const town = dice.one(towns)
    return {
      title: `${dice.one(gatherings)} ${town} ${at.slice(0, 4)}`,
      description: dice.several(4, () => dice.one(sentences)).join(' '),
      eventDateTime: new Date(Date.parse(at) + dice.below(150) * DAY).toISOString(),
      location: `Hall ${1 + dice.below(12)}, ${town}`,
      organizer: `${dice.one(dice.one(speeches).surnames)} Messe`,
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
export interface Shares {
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
  { contacts: met, reports: told }: Shares,
) => {
  const analyze = (table: PgTable) => owner.query(`analyze ${getTableName(table)}`)
  const near = { db, scope: { tenantId, partitionId: tenantId }, dice: diceOf(7), analyze }
  const known = await companiesOf(near)
  const part = (share: number) => Math.ceil(known.length * share)
  const partition = { ...near, people: await addStaff(near, part(0.005)) }
  const contacts = await addContacts(partition, known, part(met))
  const reports = await addReports(partition, contacts, part(told))
  const projects = await addProjects(partition, part(0.0015))
  await addPlaces(partition, projects, contacts, reports, part(0.15))
  const summaries = await addSummaries(partition, reports, projects, part(1.5))
  await addSteps(partition, summaries, part(0.5))
  await addEvents(partition, part(0.1))
}
