import type { CustomField } from '@tradewind/contract/kit/custom/custom.contract'
import { loadTexts, ownLanguage, wording } from '#kit/text'
import type { Ref } from './pieces.ts'
import { callServer, openEntries, type Stored } from './sending.ts'
import type { Vault } from './vault.ts'

type ContactRef = Ref & { companyId: string | null }

/** Companies and contacts as of the last connection: the user's own first, then those of the user's projects, then the newest. */
export interface Snapshot {
  companies: Ref[]
  contacts: ContactRef[]
  /** The custom fields in use, without those for people, who are searched on the server. Not in what earlier releases have stored. */
  customFields?: readonly CustomField[]
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
export const readSnapshot = async (call: CallServer): Promise<Snapshot> => {
  const list = async <Row>(route: string, input: object) => ((await call(route, input)) as { rows: Row[] }).rows
  const companiesBy = (input: object) => list<Company>('GET /api/company/', input)
  const contactsBy = (input: object) => list<Contact>('GET /api/contact/', input)
  const ofProjects = await readProjects(list)
  const companies = [await companiesBy(ownOnes), ofProjects.companies, await companiesBy(newest)]
  const contacts = [await contactsBy(ownOnes), ofProjects.contacts, await contactsBy(newest)]
  const customFields = await list<CustomField>('GET /api/customField/', { page: 0, size: MAX_STORED })
  return {
    companies: firstOnes(...companies.map((rows) => rows.map(toCompanyRef))),
    contacts: firstOnes(...contacts.map((rows) => rows.map(toContactRef))),
    customFields: customFields.filter(({ type }) => type !== 'PERSON'),
  }
}

/** For what is stored only to be there without a connection: if the device has no room for it, the page works with one. */
const ignore = () => undefined

const fetchTexts = async (vault: Vault) => {
  await loadTexts({ language: ownLanguage() })
  const { language, texts } = wording.get()
  if (language === ownLanguage() && Object.keys(texts).length > 0) await vault.set('texts', { language, texts }).catch(ignore)
}

/** Stores the texts of the page, so that they are available offline like everything else. */
const openTexts = async (vault: Vault) => {
  const stored = await vault.get<ReturnType<typeof wording.get>>('texts').catch(() => undefined)
  const fetching = fetchTexts(vault)
  if (stored?.language === ownLanguage()) wording.set(stored)
  else await fetching
}

export interface FairState extends Stored {
  snapshot: Snapshot
  isSending: boolean
  /** The device had no room to note what is sent, so that it was not sent. */
  isFull: boolean
  /** The ids of the pieces that the server could not take the last time, and that are sent again later. */
  failed: readonly string[]
}

export const emptyState: FairState = {
  pieces: [],
  unreadable: 0,
  snapshot: emptySnapshot,
  isSending: false,
  isFull: false,
  failed: [],
}

const midnight = () => new Date().setHours(0, 0, 0, 0)

/** Opens everything that the page of fair mode stores for one user. */
export const openFair = async (userId: string, show: (state: FairState) => void) => {
  let state = emptyState
  const set = (change: Partial<FairState>) => {
    state = { ...state, ...change }
    show(state)
  }
  const { vault, outbox, refresh, sendAll, close } = await openEntries(userId, set)
  await openTexts(vault)
  set({ snapshot: (await vault.get<Snapshot>('snapshot').catch(() => null)) ?? emptySnapshot })
  await outbox.removeSent(midnight())
  await refresh()

  const readAnew = async () => {
    const snapshot = await readSnapshot(callServer).catch(() => undefined)
    if (!snapshot) return
    set({ snapshot })
    await vault.set('snapshot', snapshot).catch(ignore)
  }

  return {
    outbox,
    readAnew,
    sendAll: async () => {
      set({ isSending: true })
      try {
        const outcome = await sendAll()
        set({ isFull: outcome.storageError !== undefined, failed: outcome.failed })
        return outcome
      } finally {
        set({ isSending: false })
      }
    },
    close,
  }
}
export type OpenFair = Awaited<ReturnType<typeof openFair>>
