import type { Ref } from './pieces.ts'

/** Companies and contacts as they were when there was a connection, the newest of each. */
export interface Snapshot {
  companies: Ref[]
  contacts: (Ref & { companyId: string | null })[]
}

export const nothing: Snapshot = { companies: [], contacts: [] }

type Ask = (route: string, input: object) => Promise<unknown>
interface Read {
  companies: { rows: { uniqueId: string; legalName: string }[] }
  contacts: { rows: { uniqueId: string; fullName: string; company: { uniqueId: string | null } }[] }
}

const newest = { page: 0, size: 500, sort: '-dateCreated' }

export const readSnapshot = async (ask: Ask): Promise<Snapshot> => {
  const [companies, contacts] = await Promise.all([ask('GET /api/company/', newest), ask('GET /api/contact/', newest)])
  return {
    companies: (companies as Read['companies']).rows.map(({ uniqueId, legalName }) => ({ id: uniqueId, name: legalName })),
    contacts: (contacts as Read['contacts']).rows.map(({ uniqueId, fullName, company }) => ({
      id: uniqueId,
      name: fullName,
      companyId: company.uniqueId,
    })),
  }
}
