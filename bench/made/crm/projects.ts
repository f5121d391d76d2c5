import { levels } from '@tradewind/contract/crm/project.fields'
import { projectCompanyEntity, projectEntity, projectShares } from '../../../apps/server/src/crm/schema/project.table.ts'
import type { Tx } from '../../../apps/server/src/kit/database/database.ts'
import { insertMany } from '../../../apps/server/src/kit/database/insert.ts'
import { logDemoActions } from '../../../apps/server/src/kit/record/demo.ts'
import { namePools } from '../names.ts'
import type { Contact } from './contacts.ts'
import { createRecords, type PlannedRecord, randomTime, randomTimeAfter, type SeedContext } from './enter.ts'
import type { Report } from './reports.ts'
import { projectWords } from './words.ts'

export interface Project extends PlannedRecord {
  uniqueId: string
  name: string
}

const towns = namePools.flatMap((speech) => Object.values(speech.towns).flat())

/** Adds projects, each shared with up to 25 people. */
export const addProjects = async (partition: SeedContext, count: number): Promise<Project[]> => {
  const { dice, people } = partition
  const plans = Array.from({ length: count }, (_, at) => ({
    name: `${dice.one(projectWords)} ${dice.one(towns)} ${2020 + (at % 7)}`,
    users: dice.several(25, () => dice.early(people)),
    at: randomTime(dice),
    by: dice.early(people),
  }))
  const shareProjects = async (tx: Tx, rows: ((typeof plans)[number] & { uniqueId: string })[]) => {
    const shares = rows.flatMap(({ uniqueId, users }) => users.map((user) => ({ projectId: uniqueId, userId: user.uniqueId })))
    await insertMany(tx, projectShares, shares)
    await logDemoActions(
      tx,
      projectEntity,
      'SHARED',
      rows.map((row) => ({ row, by: row.by, at: row.at })),
    )
  }
  return createRecords(partition, projectEntity, plans, ({ name }) => ({ name }), shareProjects)
}

const DAY = 86_400_000

/** Adds companies to these projects. A company is in each at most once. */
export const addProjectCompanies = async (
  partition: SeedContext,
  projects: readonly Project[],
  contacts: readonly Contact[],
  reports: readonly Report[],
  count: number,
) => {
  const { dice } = partition
  const newestReportDates = new Map(
    reports.toSorted((one, other) => (one.date < other.date ? -1 : 1)).map(({ company, date }) => [company, date]),
  )
  const candidates = Array.from({ length: count * 2 }, () => ({ project: dice.early(projects), contact: dice.one(contacts) }))
  const distinctPlaces = new Map(
    candidates.map((place) => [`${place.project.uniqueId} ${place.contact.company.uniqueId}`, place]),
  )
  const plans = [...distinctPlaces.values()].slice(0, count).map((place) => {
    const { project, contact } = place
    return { ...place, at: randomTimeAfter(project.at > contact.at ? project.at : contact.at, 60, dice), by: project.by }
  })
  const randomLevel = () => (dice.often(0.2) ? null : dice.one(levels))
  await createRecords(partition, projectCompanyEntity, plans, ({ project, contact: { uniqueId, company } }) => ({
    projectId: project.uniqueId,
    projectName: project.name,
    companyId: company.uniqueId,
    companyName: company.legalName,
    country: company.country,
    potential: randomLevel(),
    interest: randomLevel(),
    priority: randomLevel(),
    lastContact: newestReportDates.get(company) ?? null,
    nextContact: dice.often(0.5) ? new Date(Date.now() + dice.below(200) * DAY).toISOString().slice(0, 10) : null,
    mainContactId: dice.often(0.7) ? uniqueId : null,
  }))
}
