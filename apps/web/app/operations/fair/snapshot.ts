import type { Ref } from './pieces.ts'

type ContactRef = Ref & { companyId: string | null }

/** Companies and contacts as of the last connection: the user's own first, then those of the user's projects, then the newest. */
export interface Snapshot {
  companies: Ref[]
  contacts: ContactRef[]
}

export const emptySnapshot: Snapshot = { companies: [], contacts: [] }

type CallServer = (route: string, input: object) => Promise<unknown>
interface Company {
  uniqueId: string
  legalName: string
}
interface Contact {
  uniqueId: string
  fullName: string
  company: { uniqueId: string | null }
}

/** The number of companies and of contacts that are stored, and that one call returns. */
const MAX_STORED = 500
/** The number of projects that one condition of a list takes. */
const MAX_PROJECTS = 50

const newest = { page: 0, size: MAX_STORED, sort: '-dateCreated' }
const ownOnes = { ...newest, where: ['createdBy:mine'] }

const toCompanyRef = ({ uniqueId, legalName }: Company): Ref => ({ id: uniqueId, name: legalName })
const toContactRef = ({ uniqueId, fullName, company }: Contact): ContactRef => ({
  id: uniqueId,
  name: fullName,
  companyId: company.uniqueId,
})

/** Each record once, the first ones of them. */
const firstOnes = <One extends Ref>(...lists: One[][]) => {
  const byId = new Map<string, One>()
  for (const one of lists.flat()) if (!byId.has(one.id)) byId.set(one.id, one)
  return [...byId.values()].slice(0, MAX_STORED)
}

/** Reads the companies of the user's latest projects, and their main contacts, as far as the user may see them. */
const readProjects = async (list: <Row>(route: string, input: object) => Promise<Row[]>) => {
  const mine = { ...newest, size: MAX_PROJECTS, any: ['createdBy:mine', 'sharedWith:mine'] }
  const projects = await list<{ uniqueId: string }>('GET /api/project/', mine)
  if (projects.length === 0) return { companies: [], contacts: [] }
  const ids = projects.map(({ uniqueId }) => uniqueId).join(',')
  const [companies, places] = await Promise.all([
    list<Company>('GET /api/company/', { ...newest, where: [`projects:is:${ids}`] }),
    list<{ mainContact?: Contact | null }>('GET /api/projectCompany/', { ...newest, where: ['team:mine'] }),
  ])
  return { companies, contacts: places.flatMap(({ mainContact }) => mainContact ?? []) }
}

/** Reads what a user needs without a connection. */
export const readSnapshot = async (callServer: CallServer): Promise<Snapshot> => {
  const list = async <Row>(route: string, input: object) => ((await callServer(route, input)) as { rows: Row[] }).rows
  const companiesBy = (input: object) => list<Company>('GET /api/company/', input)
  const contactsBy = (input: object) => list<Contact>('GET /api/contact/', input)
  const ofProjects = await readProjects(list)
  const companies = [await companiesBy(ownOnes), ofProjects.companies, await companiesBy(newest)]
  const contacts = [await contactsBy(ownOnes), ofProjects.contacts, await contactsBy(newest)]
  return {
    companies: firstOnes(...companies.map((rows) => rows.map(toCompanyRef))),
    contacts: firstOnes(...contacts.map((rows) => rows.map(toContactRef))),
  }
}
