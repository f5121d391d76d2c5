// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callQueryOptions, useCall } from '#kit/api/query'
import { watchResults } from '#kit/browser/watchedResults'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { Bell } from './Bell.tsx'

const sockets: FakeSocket[] = []

/** A socket to a server that accepts every user and confirms every subscription. */
class FakeSocket extends EventTarget {
  readyState = WebSocket.CONNECTING as number
  /** The ids of the subscriptions, by topic. */
  private readonly subscriptions = new Map<string, string>()

  constructor() {
    super()
    sockets.push(this)
    setTimeout(() => {
      this.readyState = WebSocket.OPEN
      this.dispatchEvent(new Event('open'))
    })
  }

  send(frame: string) {
    const receipt = /^receipt:(.+)$/m.exec(frame)?.[1]
    if (frame.startsWith('CONNECT')) this.reply('CONNECTED\nversion:1.2\nheart-beat:0,0')
    if (frame.startsWith('SUBSCRIBE'))
      this.subscriptions.set(/^destination:(.+)$/m.exec(frame)![1]!, /^id:(.+)$/m.exec(frame)![1]!)
    if (receipt) this.reply(`RECEIPT\nreceipt-id:${receipt}`)
  }

  close(code = 1000) {
    if (this.readyState === WebSocket.CLOSED) return
    this.readyState = WebSocket.CLOSED
    setTimeout(() => this.dispatchEvent(Object.assign(new Event('close'), { code })))
  }

  private reply(head: string, body = '') {
    setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data: `${head}\n\n${body}\0` })))
  }

  message(topic: string, body: object) {
    this.reply(`MESSAGE\nsubscription:${this.subscriptions.get(topic)}\nmessage-id:1\ndestination:${topic}`, JSON.stringify(body))
  }
}

const opened = { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 }
beforeEach(() => void vi.stubGlobal('WebSocket', Object.assign(FakeSocket, opened)))
afterEach(() => void vi.restoreAllMocks())

test('after a lost connection everything is read again, the account with its rights, too; on the first connection it is not', async () => {
  const { inputsOf } = mockCalls({ 'GET /api/notificationQueue/unread': () => ({ count: 0 }) })
  const { client } = renderScreen(<Bell />, { at: '/crm/dashboard' })
  const unreadCounts = () => inputsOf('GET /api/notificationQueue/unread').length
  const keys = [
    callQueryOptions('GET /api/auth/account', {}, undefined).queryKey,
    callQueryOptions('GET /api/company/', { page: 0 }, undefined).queryKey,
  ]
  for (const key of keys) client.setQueryData(key as never, {} as never)
  const outdated = () => keys.map((key) => client.getQueryState(key)?.isInvalidated)
  await waitFor(() => expect(unreadCounts()).toBe(1))
  expect(outdated()).toEqual([false, false])
  sockets.at(-1)!.close(1006)
  await waitFor(() => expect(outdated()).toEqual([true, true]))
})

/** A page with the bell that shows what is pending. */
const Home = () => {
  const { data } = useCall('GET /api/home/', {})
  return (
    <>
      <Bell />
      {data && <p>{data.rows[0]?.section ?? 'Nothing'}</p>}
    </>
  )
}

/** Opens that page, connected. */
const openHome = async () => {
  const { inputsOf } = mockCalls({
    'GET /api/notificationQueue/unread': () => ({ count: 0 }),
    'GET /api/home/': () => listAnswer([]),
  })
  const { client } = renderScreen(<Home />, { at: '/crm/dashboard' })
  await waitFor(() => expect(inputsOf('GET /api/notificationQueue/unread')).toHaveLength(1))
  return { client, reads: () => inputsOf('GET /api/home/').length, socket: sockets.at(-1)! }
}
const task = { kind: 'nextSteps', written: [{ uniqueId: '00000000-0000-4000-9000-000000000001', version: 'v1' }], about: [] }

test('what is pending is read again, once, when colleagues write what it shows', async () => {
  const { reads, socket } = await openHome()
  expect(reads()).toBe(1)
  for (const kind of ['event', 'nextSteps', 'projectCompany']) socket.message('/user/topic/record', { news: [{ ...task, kind }] })
  await waitFor(() => expect(reads()).toBe(2))
})

test('a page in the background reads it again when it is seen', async () => {
  const { reads, socket } = await openHome()
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  socket.message('/user/topic/record', { news: [task] })
  await new Promise((resolve) => setTimeout(resolve, 600)) // longer than changes are gathered
  expect(reads()).toBe(1)
  hidden.mockReturnValue(false)
  state.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  await waitFor(() => expect(reads()).toBe(2))
})

test('what was deleted in a drive appears in the trash of another page', async () => {
  const { socket, client } = await openHome()
  const { queryKey } = callQueryOptions('GET /api/trash/', { page: 0 }, undefined)
  client.setQueryData(queryKey as never, {} as never)
  socket.message('/user/topic/drive', {})
  await waitFor(() => expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true))
})

test('files that others share are pending, too', async () => {
  const { reads, socket } = await openHome()
  socket.message('/user/topic/drive', {})
  await waitFor(() => expect(reads()).toBe(2))
})

test.each([
  ['/crm/company/list?upload=1&country=Norway', false],
  ['/crm/company/list?country=Norway', true],
])('on %s, the end of a mass upload is announced: %s', async (address, isAnnounced) => {
  const { inputsOf } = mockCalls({ 'GET /api/notificationQueue/unread': () => ({ count: 1 }) })
  renderScreen(<Bell />, { at: address, path: '/crm/company/list' })
  await waitFor(() => expect(inputsOf('GET /api/notificationQueue/unread')).toHaveLength(1))
  const item = { uniqueId: 'a', subject: 'It has ended', abbreviatedContentText: '15 created', path: 'company/list?upload=1' }
  sockets.at(-1)!.message('/user/topic/notification', { ...item, dateCreated: '2026-03-01T10:00:00.000Z', readAt: null })
  await waitFor(() => expect(inputsOf('GET /api/notificationQueue/unread')).toHaveLength(2))
  await (isAnnounced ? screen.findByText('It has ended') : Promise.resolve())
  expect(screen.queryAllByText('It has ended')).toHaveLength(isAnnounced ? 1 : 0)
})

const result = (path: string) => ({
  uniqueId: '00000000-0000-4000-9000-000000000002',
  dateCreated: '2026-03-01T10:00:00.000Z',
  subject: 'The import of firms.csv has ended',
  abbreviatedContentText: '2 created',
  path,
  readAt: null,
})

/** Opens a page with the bell; the ids of the notifications that it has marked as read. */
const openBell = async () => {
  const { inputsOf } = mockCalls({
    'GET /api/notificationQueue/unread': () => ({ count: 0 }),
    'POST /api/notificationQueue/read': () => ({ count: 1 }),
  })
  renderScreen(<Bell />, { at: '/crm/company/list' })
  await waitFor(() => expect(inputsOf('GET /api/notificationQueue/unread')).toHaveLength(1))
  return {
    socket: sockets.at(-1)!,
    readIds: () => inputsOf('POST /api/notificationQueue/read').flatMap(({ uniqueIds }) => uniqueIds),
  }
}

test('the result of a job is announced on a page that does not wait for it', async () => {
  const { socket, readIds } = await openBell()
  socket.message('/user/topic/notification', result('import/show/1'))
  expect(await screen.findByText('The import of firms.csv has ended')).toBeTruthy()
  expect(readIds()).toEqual([])
})

test('a page that shows the result of a job itself marks its notification as read instead of announcing it', async () => {
  const { socket, readIds } = await openBell()
  const stop = watchResults(['import/show/2'])
  socket.message('/user/topic/notification', result('import/show/2'))
  await waitFor(() => expect(readIds()).toEqual([result('').uniqueId]))
  expect(screen.queryByText('The import of firms.csv has ended')).toBeNull()
  stop()
})

test('in the background it does so once it is seen: another page may announce the result meanwhile', async () => {
  const { socket, readIds } = await openBell()
  const stop = watchResults(['import/show/3'])
  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  socket.message('/user/topic/notification', result('import/show/3'))
  await new Promise((resolve) => setTimeout(resolve, 100)) // longer than a message takes
  expect(readIds()).toEqual([])
  state.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  await waitFor(() => expect(readIds()).toEqual([result('').uniqueId]))
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  await new Promise((resolve) => setTimeout(resolve, 100)) // longer than a call takes
  expect(readIds()).toHaveLength(1)
  expect(screen.queryByText('The import of firms.csv has ended')).toBeNull()
  stop()
})

/** Another window of the user: it says which notifications it shows itself, and is told of those that this one shows. */
const openOtherWindow = () => {
  const channel = new BroadcastChannel('shown notifications')
  const toldIds: string[] = []
  channel.addEventListener('message', ({ data }: MessageEvent<string>) => void toldIds.push(data))
  const shows = (uniqueId: string) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- this is a channel, not a window
    channel.postMessage(uniqueId)
  }
  return { toldIds, shows, close: () => channel.close() }
}

test('the result of a job that another window beside this one shows is not announced here', async () => {
  const other = openOtherWindow()
  const { socket } = await openBell()
  socket.message('/user/topic/notification', result('import/show/4'))
  other.shows(result('').uniqueId)
  await new Promise((resolve) => setTimeout(resolve, 400)) // longer than an announcement waits
  expect(screen.queryByText('The import of firms.csv has ended')).toBeNull()
  expect(screen.getByRole('button', { name: 'Notifications' })).toBeTruthy()
  other.close()
})

test('a window that shows the result of a job itself tells the others, unless it is in the background', async () => {
  const other = openOtherWindow()
  const { socket } = await openBell()
  const stop = watchResults(['import/show/5'])
  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  socket.message('/user/topic/notification', { ...result('import/show/5'), uniqueId: 'unseen' })
  await new Promise((resolve) => setTimeout(resolve, 100)) // longer than a message takes
  state.mockReturnValue('visible')
  socket.message('/user/topic/notification', { ...result('import/show/5'), uniqueId: 'seen' })
  await waitFor(() => expect(other.toldIds).toEqual(['seen']))
  stop()
  other.close()
})
