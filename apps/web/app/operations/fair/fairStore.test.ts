// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { session } from '#kit/session'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { device } from '../../../test/deviceStorage.ts'
import { type FairState, openFair } from './fairStore.ts'
import { newContact, newReport } from './pieces.ts'

const company = { uniqueId: 'c1', legalName: 'Nord' }

beforeEach(() => {
  device.kept.clear()
  device.isFull = false
  session.start({
    accessToken: crypto.randomUUID(), // nobody has signed out of this session in a test before
    userId: 'me',
    tenant: 'me',
    roleList: ['ROLE_ADMIN'],
    permissionList: [],
    fullName: 'Kim',
  })
  vi.stubGlobal('navigator', {
    languages: ['en'],
    locks: { request: async (_: string, work: () => Promise<unknown>) => work() },
  })
  mockCalls({
    'GET /api/auth/deviceKey': () => ({ key: btoa('k'.repeat(32)) }),
    'GET /api/message/translations/': () => ({}),
    'GET /api/project/': () => listAnswer([]),
    'GET /api/company/': () => listAnswer([company]),
    'GET /api/contact/': () => listAnswer([]),
    'GET /api/customField/': () => listAnswer([]),
  } as never)
})

test('with a full storage the stored entries are shown and the companies are read, and the page says that nothing can be sent', async () => {
  const states: FairState[] = []
  const before = await openFair('me', () => undefined)
  await before.outbox.save({ ...newReport({ company: { id: 'c1', name: 'Nord' } }), state: 'waiting' })
  before.close()
  device.isFull = true
  const now = await openFair('me', (state) => states.push(state))
  expect(states.at(-1)!.pieces).toHaveLength(1)
  await expect(now.outbox.save(newContact())).rejects.toMatchObject({ name: 'QuotaExceededError' })
  await now.readAnew()
  expect(states.at(-1)!.snapshot.companies).toEqual([{ id: 'c1', name: 'Nord' }])
  await now.sendAll()
  expect(states.at(-1)).toMatchObject({ isFull: true, isSending: false, pieces: [{ state: 'waiting' }] })
  now.close()
})

test('an entry that is saved without a connection can be changed and removed until there is one', async () => {
  const states: FairState[] = []
  const fair = await openFair('me', (state) => states.push(state))
  const report = newReport({ company: { id: 'c1', name: 'Nord' }, attendees: [{ id: 'p1', name: 'Ada' }] })
  await fair.outbox.save({ ...report, state: 'waiting' })
  const answered = fetch
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')))
  expect(await fair.sendAll()).toMatchObject({ isReached: false })
  const { pieces } = await fair.outbox.all()
  expect(pieces).toMatchObject([{ state: 'waiting', tried: {} }])
  expect(await fair.outbox.save(pieces[0]!)).toBe(true)
  vi.stubGlobal('fetch', answered)
  expect(await fair.outbox.remove(pieces[0]!.id)).toBe(true)
  await vi.waitFor(() => expect(states.at(-1)).toMatchObject({ pieces: [], isSending: false }))
  fair.close()
})
