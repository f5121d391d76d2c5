import type { levels } from '@tradewind/contract/crm/project.fields'
import type { Tx } from '#kit/database/database'
import { insertMany } from '#kit/database/insert'
import {
  addDemoRecords,
  type Author,
  dayFromToday,
  logDemoActions,
  minutesAfter,
  parseTable,
  pseudoRandom,
  timeAtWork,
} from '#kit/record/demo'
import type { companies } from '../schema/company.table.ts'
import type { contacts } from '../schema/contact.table.ts'
import { projectCompanyEntity, projectEntity, projectShares } from '../schema/project.table.ts'

type Company = Pick<typeof companies.$inferSelect, 'uniqueId' | 'legalName' | 'country' | 'dateCreated'>
type Contact = Pick<typeof contacts.$inferSelect, 'uniqueId' | 'dateCreated'>

interface Texts {
  /** Key in the demo | name | start day relative to today | author | shared with */
  projects: string
  /** Project | company's domain | potential, interest, priority | next contact, if set by hand | main contact | last contact, if set by hand */
  places: string
}

const texts: Readonly<Record<string, Texts>> = {
  main: {
    projects: `
iberia | Iberia food & drink 2026 | -340 | admin | level2, level1, tenant-admin
alpine | Alpine precision engineering | -345 | admin | level1, level3, tenant-admin
america | Italian mechanics to North America | -337 | tenant-admin | level2, level3, admin
north | Northern energy & marine | -285 | tenant-admin | level1, level2, admin
gulf | Gulf & Asia hospitality | -233 | tenant-admin | level1, level3, admin`,
    places: `
iberia | frutas-segura | HHH | 5 | 2
iberia | aea-aceite | HHM | 20 | 1
iberia | quinta-encoberto | MHM | 27 | 1
iberia | fromageries-aubrac | MHL | 34 | 2
iberia | bretagne-ostrea | MML | 60 | 1
iberia | dla-liguria | HHH | 2 | 2
iberia | molini-ferraro | HMH | 13 | 2
iberia | sonora-imports | MLL | | 1 | -130
alpine | bergwald-praezision | HHH | 8 | 1
alpine | helvetia-messgeraete | HHH | 11 | 2
alpine | hanse-getriebe | MHM | 19 | 2
alpine | horak-odlitky | MML | 45 | 1
alpine | donau-anlagenbau | MHM | 30 | 1
alpine | slaskie-automatyka | MHH | 6 | 2
alpine | vilnius-lazeriai | LMM | 41 | 2
alpine | om-valsassina | MLL | | |
america | om-valsassina | HHH | 4 | 2
america | adriatica-impianti | MMM | 15 | 2
america | great-lakes-castings | HHH | 7 | 2
america | maple-ridge-grain | MMH | 22 | 1
america | moldes-mg | MLL | 52 | 2 | -160
america | pune-valves | LL | | 2
north | lausitz-solar | HHH | 3 | 1
north | jylland-vind | HHH | 16 | 1
north | caledonian-subsea | HHM | 16 | 1
north | gbg-marinmotor | MHM | 12 | 1
north | in-cantabrica | MML | 48 | 2
north | nordlys-sjomat | LML | | 1
north | aero-skib | LM | 70 | 1
gulf | desert-rose | HHH | 10 | 2
gulf | choco-leman | MHM | 14 | 2
gulf | yokohama-trading | MHM | 25 | 2
gulf | kobe-marine | MML | 38 | 2
gulf | hanbit-battery | HMM | 18 | 2
gulf | bluegum-wineries | LHL | 44 | 2`,
  },
  nordhaven: {
    projects: `
seafood | Nordic seafood to the south | -310 | tenant-admin | admin`,
    places: `
seafood | lofoten-klippfisk | HHM | 9 | 2
seafood | skagen-rogeri | MHH | 4 | 1
seafood | faeroe-laks | HHH | 12 | 2
seafood | klaipedos-ekspedicija | LMM | 30 | 1
seafood | hamnen-lastteknik | LL | | |
seafood | bornholm-glas | LML | 40 | 1
seafood | tartu-mooteriistad | LL | | 1`,
  },
  'pro@tradewind.test': {
    projects: `
south | Stainless valves, southern Europe and Britain | -290 | pro |`,
    places: `
south | hydraulik-sued | HHH | 20 | 2
south | vr-iberica | HMM | 9 | 1
south | aquaflow-utilities | HHM | 26 | 2
south | petrokemija-ventili | ML | | 1`,
  },
  'business@tradewind.test': {
    projects: `
houses | Houses and temples overseas | -200 | business |`,
    places: `
houses | kyoto-carpentry | HHM | 33 | 1
houses | nordic-house-builders | HMH | 12 | 2`,
  },
  'starter@tradewind.test': { projects: 'first | First steps in Slovakia and Poland | -64 | starter |', places: '' },
  'pro@nordhaven.test': {
    projects: 'shops | Furniture shops around the North Sea | -100 | pro |',
    places: `
shops | moebelhaus-foerde | MHH | 17 | 1
shops | bergen-interior | MMM | 23 | 1`,
  },
}

const levelsOf: Readonly<Record<string, (typeof levels)[number]>> = { H: 'HIGH', M: 'MEDIUM', L: 'LOW' }

interface ProjectRefs {
  companies: ReadonlyMap<string, Company>
  contacts: ReadonlyMap<string, readonly Contact[]>
  people: ReadonlyMap<string, Author>
}

const namesIn = (cell = '') => cell.split(', ').filter(Boolean)
/** The latest of some timestamps. */
export const latestOf = (moments: readonly string[]) => moments.toSorted().at(-1)!
/** The date of a cell with a day relative to today; null if empty. */
const dayIn = (cell = '') => (cell ? dayFromToday(Number(cell)) : null)

/** Adds a partition's projects with their shares, and returns them by their key in the demo. */
const insertProjects = async (tx: Tx, text: string | undefined, people: ProjectRefs['people']) => {
  const rows = parseTable(text).map(([key, name, day, by, sharedWith]) => ({
    key: key!,
    fields: { name: name! },
    by: people.get(by!)!,
    at: timeAtWork(dayFromToday(Number(day)), name),
    sharedWith: namesIn(sharedWith).map((person) => people.get(person)!),
  }))
  const added = (await addDemoRecords(tx, projectEntity, rows)).map((project, index) => ({ ...project, ...rows[index]! }))
  const shared = added.flatMap(({ uniqueId, sharedWith }) =>
    sharedWith.map((person) => ({ projectId: uniqueId, userId: person.uniqueId })),
  )
  await insertMany(tx, projectShares, shared)
  const actions = added
    .filter(({ sharedWith }) => sharedWith.length > 0)
    .map((row) => ({ row, by: row.by, at: minutesAfter(row.at, 1) }))
  await logDemoActions(tx, projectEntity, 'SHARED', actions)
  return new Map(added.map((project) => [project.key, project]))
}

type AddedProjects = Awaited<ReturnType<typeof insertProjects>>

/** Adds companies to projects, after the project, the company and the contact were created. */
const addProjectCompanies = async (
  tx: Tx,
  text: string | undefined,
  projects: AddedProjects,
  { companies: companyMap, contacts: contactMap }: ProjectRefs,
) => {
  const rows = parseTable(text).map(([key, domain, levelLetters, next, main, last]) => {
    const { uniqueId: projectId, name: projectName, by, at } = projects.get(key!)!
    const { uniqueId: companyId, legalName: companyName, country, dateCreated } = companyMap.get(domain!)!
    const contact = main ? contactMap.get(domain!)![Number(main) - 1]! : null
    const [potential = null, interest = null, priority = null] = levelLetters!.split('').map((letter) => levelsOf[letter]!)
    const fields = {
      projectId,
      projectName,
      companyId,
      companyName,
      country,
      potential,
      interest,
      priority,
      lastContact: dayIn(last),
      isLastContactGiven: Boolean(last),
      nextContact: dayIn(next),
      isNextContactGiven: Boolean(next),
      mainContactId: contact?.uniqueId ?? null,
    }
    const since = latestOf([at, dateCreated, contact?.dateCreated ?? dateCreated])
    return { fields, by, at: minutesAfter(since, 20 + pseudoRandom(150, key, domain)) }
  })
  await addDemoRecords(tx, projectCompanyEntity, rows)
}

/** Adds a partition's projects and the companies in them, and returns the projects. */
export const addProjects = async (tx: Tx, partition: string, joined: ProjectRefs) => {
  const projects = await insertProjects(tx, texts[partition]?.projects, joined.people)
  await addProjectCompanies(tx, texts[partition]?.places, projects, joined)
  return projects
}
