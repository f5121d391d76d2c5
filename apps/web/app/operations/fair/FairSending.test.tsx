// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UnsentEntries } from '#crm/dashboard/Dashboard'
import { Failure } from '#kit/api/failure'
import { checkConnection } from '#kit/browser/connection'
import { session } from '#kit/session'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { device } from '../../../test/deviceStorage.ts'
import { myUserId, renderScreen } from '../../../test/visit.tsx'
import { FairWatch } from '../LateParts.tsx'
import { newContact, type Piece } from './pieces.ts'
import { openEntries } from './sending.ts'

const contactId = '00000000-0000-4000-8000-0000000000aa'
let created: unknown[]
let refuses: boolean

/** As in a browser: who comes second waits for the first one. */
const locks = () => {
  const lasts = new Map<string, Promise<unknown>>()
  return {
    request: (name: string, work: () => Promise<unknown>) => {
      const next = (lasts.get(name) ?? Promise.resolve()).then(work)
      lasts.set(
        name,
        next.catch(() => null),
      )
      return next
    },
  }
}

beforeEach(() => {
  device.kept.clear()
  device.isFull = false
  created = []
  refuses = false
  vi.stubGlobal('indexedDB', { databases: async () => [{ name: 'offline' }] })
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locks() })
  mockCalls({
    'GET /api/auth/deviceKey': () => ({ key: btoa('k'.repeat(32)) }),
    'GET /api/contact/similar': () => listAnswer([]),
    'POST /api/contact/': (input: unknown) => {
      if (refuses) throw new Failure(422, 'Please check the form', { title: 'Title is required' })
      created.push(input)
      return { uniqueId: contactId }
    },
  } as never)
  session.start({
    accessToken: crypto.randomUUID(), // nobody has signed out of this session in a test before
    userId: myUserId,
    tenant: myUserId,
    roleList: ['ROLE_TENANT_ADMIN'],
    permissionList: [],
    fullName: 'Kim',
  } as never)
})
afterEach(() => vi.unstubAllGlobals())

const addEntry = async (state: Piece['state'] = 'waiting') => {
  const entries = await openEntries(myUserId)
  const company = { id: '00000000-0000-4000-8000-0000000000cc', name: 'Nord' }
  await entries.outbox.save({ ...newContact({ firstName: 'Ada', lastName: 'Berg', company }), state })
  await entries.refresh()
  entries.close()
}

const screens = (
  <>
    <UnsentEntries />
    <FairWatch />
  </>
)

test('entries are sent on any signed-in page, which says so and leads to them, and home no longer mentions them', async () => {
  await addEntry()
  const { user, router } = renderScreen(screens)
  expect(await screen.findByText('1 entry of fair mode has been sent.')).toBeTruthy()
  expect(created).toHaveLength(1)
  await waitFor(() => expect(screen.queryByText(/not sent yet/)).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Show' }))
  expect(router.state.location.pathname).toBe(`/crm/contact/show/${contactId}`)
})

test('pages that are open at the same time send each entry once, and one of them says so', async () => {
  await addEntry()
  await addEntry()
  renderScreen(
    <>
      <FairWatch />
      <FairWatch />
      {screens}
    </>,
  )
  expect(await screen.findAllByText('2 entries of fair mode have been sent.')).toHaveLength(1)
  await waitFor(() => expect(screen.queryByText(/not sent yet/)).toBeNull())
  expect(created).toHaveLength(2)
})

test('entries that are refused need the user, which the page says', async () => {
  await addEntry()
  refuses = true
  renderScreen(screens)
  expect(await screen.findByRole('button', { name: 'Open fair mode' })).toBeTruthy()
  // In the message and on home.
  await waitFor(() => expect(screen.getAllByText(/1 entry of fair mode needs you\./)).toHaveLength(2))
  expect(screen.queryByText(/not sent yet/)).toBeNull()
})

test('entries that wait for a connection are sent when it is back', async () => {
  await addEntry()
  const answered = fetch
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')))
  renderScreen(screens)
  expect(await screen.findByText('1 entry of fair mode is not sent yet')).toBeTruthy()
  await checkConnection()
  expect(created).toHaveLength(0)
  vi.stubGlobal('fetch', answered)
  await checkConnection()
  expect(await screen.findByText('1 entry of fair mode has been sent.')).toBeTruthy()
  expect(created).toHaveLength(1)
})

test('an entry that another page adds is sent, too', async () => {
  renderScreen(screens)
  await addEntry('draft')
  expect(await screen.findByText('1 entry of fair mode is not sent yet')).toBeTruthy()
  expect(created).toHaveLength(0)
  await addEntry()
  expect(await screen.findByText('1 entry of fair mode has been sent.')).toBeTruthy()
  expect(created).toHaveLength(1)
})

test('entries whose numbers were not noted are counted anew: sent ones are not mentioned', async () => {
  await addEntry('sent')
  device.kept.delete(`${myUserId} counts`)
  renderScreen(screens)
  await waitFor(() => expect(device.kept.get(`${myUserId} counts`)).toEqual({ unsent: 0, waiting: 0, undecided: 0 }))
  await waitFor(() => expect(screen.queryByText(/not sent yet/)).toBeNull())
  expect(created).toHaveLength(0)
})

test('where fair mode was never opened, nothing of it is read', async () => {
  await addEntry()
  const databases = vi.fn<() => Promise<object[]>>(async () => [])
  vi.stubGlobal('indexedDB', { databases })
  renderScreen(<FairWatch />)
  await waitFor(() => expect(databases).toHaveBeenCalledTimes(1))
  expect(created).toHaveLength(0)
})
