import { levels } from '@tradewind/contract/crm/project.fields'
import { projectCompanyEntity, projectEntity, projectShares } from '../../../apps/server/src/crm/schema/project.table.ts'
import type { Tx } from '../../../apps/server/src/kit/database/database.ts'
import { insertMany } from '../../../apps/server/src/kit/database/insert.ts'
import { noteDemo } from '../../../apps/server/src/kit/record/demo.ts'
import { speeches } from '../names.ts'
import type { Contact } from './contacts.ts'
import { after, anyTime, enter, type Plan, type SeedContext } from './enter.ts'
import type { Report } from './reports.ts'
import { undertakings } from './words.ts'

export interface Project extends Plan {
  uniqueId: string
  name: string
}

const towns = speeches.flatMap((speech) => Object.values(speech.towns).flat())

/** Adds projects, each shared with up to 25 people. */
export const addProjects = async (partition: SeedContext, count: number): Promise<Project[]> => {
  const { dice, people } = partition
  const plans = Array.from({ length: count }, (_, at) => ({
    name: `${dice.one(undertakings)} ${dice.one(towns)} ${2020 + (at % 7)}`,
    users: dice.several(25, () => dice.early(people)),
    at: anyTime(dice),
    by: dice.early(people),
  }))
  const share = async (tx: Tx, rows: ((typeof plans)[number] & { uniqueId: string })[]) => {
    const shares = rows.flatMap(({ uniqueId, users }) => users.map((user) => ({ projectId: uniqueId, userId: user.uniqueId })))
    await insertMany(tx, projectShares, shares)
    await noteDemo(
      tx,
      projectEntity,
      'SHARED',
      rows.map((row) => ({ row, by: row.by, at: row.at })),
    )
  }
  return enter(partition, projectEntity, plans, ({ name }) => ({ name }), share)
}

const DAY = 86_400_000

/** Adds companies to these projects. A company is in each at most once. */
export const addPlaces = async (
  partition: SeedContext,
  projects: readonly Project[],
  contacts: readonly Contact[],
  reports: readonly Report[],
  count: number,
) => {
  const { dice } = partition
  const newest = new Map(
    reports.toSorted((one, other) => (one.date < other.date ? -1 : 1)).map(({ company, date }) => [company, date]),
  )
  const drawn = Array.from({ length: count * 2 }, () => ({ project: dice.early(projects), contact: dice.one(contacts) }))
  const once = new Map(drawn.map((place) => [`${place.project.uniqueId} ${place.contact.company.uniqueId}`, place]))
  const plans = [...once.values()].slice(0, count).map((place) => {
    const { project, contact } = place
    return { ...place, at: after(project.at > contact.at ? project.at : contact.at, 60, dice), by: project.by }
  })
  const level = () => (dice.often(0.2) ? null : dice.one(levels))
  await enter(partition, projectCompanyEntity, plans, ({ project, contact: { uniqueId, company } }) => ({
    projectId: project.uniqueId,
    projectName: project.name,
    companyId: company.uniqueId,
    companyName: company.legalName,
    country: company.country,
    potential: level(),
    interest: level(),
    priority: level(),
    lastContact: newest.get(company) ?? null,
    nextContact: dice.often(0.5) ? new Date(Date.now() + dice.below(200) * DAY).toISOString().slice(0, 10) : null,
    mainContactId: dice.often(0.7) ? uniqueId : null,
  }))
}
