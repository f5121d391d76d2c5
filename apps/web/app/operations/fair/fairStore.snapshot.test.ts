import { expect, test } from 'vitest'
import { readSnapshot } from './fairStore.ts'

const company = (uniqueId: string) => ({ uniqueId, legalName: `Company ${uniqueId}` })
const contact = (uniqueId: string, companyId: string) => ({
  uniqueId,
  fullName: `Person ${uniqueId}`,
  company: { uniqueId: companyId },
})
const all = (word: string) => Array.from({ length: 500 }, (_, index) => company(`${word} ${index}`))
const ids = (ofKind: readonly { id: string }[]) => ofKind.map(({ id }) => id)

const server = (replies: Record<string, unknown[]>) => {
  const calls: string[] = []
  const callServer = async (route: string, { where = [], any = [] }: { where?: string[]; any?: string[] }) => {
    const name = [route.split('/')[2], ...where, ...any].join(' ')
    calls.push(name)
    return { rows: replies[name] ?? [] }
  }
  return { calls, callServer }
}

test('the user’s own companies and contacts come first, then those of the user’s projects, then the newest, each once', async () => {
  const { callServer } = server({
    'company createdBy:mine': [company('own')],
    'project createdBy:mine sharedWith:mine': [{ uniqueId: 'p1' }, { uniqueId: 'p2' }],
    'company projects:is:p1,p2': [company('own'), company('attached')],
    company: [company('new'), company('attached'), company('own')],
    'contact createdBy:mine': [contact('mine', 'own')],
    'projectCompany team:mine': [{ mainContact: contact('main', 'attached') }, { mainContact: null }, {}],
    contact: [contact('other', 'new'), contact('main', 'attached')],
  })
  const { companies, contacts } = await readSnapshot(callServer)
  expect(ids(companies)).toEqual(['own', 'attached', 'new'])
  expect(companies[1]).toEqual({ id: 'attached', name: 'Company attached' })
  expect(ids(contacts)).toEqual(['mine', 'main', 'other'])
  expect(contacts[1]).toEqual({ id: 'main', name: 'Person main', companyId: 'attached' })
})

test('stores at most 500 of each, and of a user without projects asks for none of their companies', async () => {
  const { callServer, calls } = server({ 'company createdBy:mine': all('own').slice(0, 300), company: all('new') })
  const { companies } = await readSnapshot(callServer)
  expect([companies.length, companies[299]!.id, companies[300]!.id]).toEqual([500, 'own 299', 'new 0'])
  expect(calls.filter((name) => name.includes('projects:') || name.startsWith('projectCompany'))).toEqual([])
})

test('stores the definitions of custom fields, without those for people, who are searched on the server', async () => {
  const [hobby, keeper] = [
    { key: 'hobby', kind: 'contact', type: 'TEXT' },
    { key: 'keeper', kind: 'contact', type: 'PERSON' },
  ]
  const { callServer } = server({ customField: [hobby, keeper] })
  expect((await readSnapshot(callServer)).customFields).toEqual([hobby])
})
