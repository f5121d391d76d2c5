// @vitest-environment jsdom
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Failure } from '#kit/api/failure'
import { mockCalls, throwFailure } from '../../../test/answers.ts'
import { useNarrowWindow } from '../../../test/browser.ts'
import { companyId } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import Calendar from './Calendar.tsx'
import type { Entry } from './entries.tsx'

const instant = '2026-03-01T10:00:00.000Z'
const entry = (number: number, day: string, fields: Partial<Entry> = {}): Entry => ({
  kind: 'nextSteps',
  uniqueId: companyId(number),
  title: `Task ${number}`,
  detail: 'Nord GmbH',
  day,
  moment: null,
  updatedAt: instant,
  mayMove: true,
  ...fields,
})

const saved = { todo: '', byWhen: '', updatedAt: '2026-03-02T10:00:00.000Z' }

const holding = (entries: Entry[], patch: () => never | typeof saved = () => saved) =>
  mockCalls({
    'GET /api/calendar/': () => ({ entries, hasMore: false }),
    'PATCH /api/nextSteps/': ({ byWhen, uniqueId }) => {
      const answer = patch()
      const moved = entries.find((one) => one.uniqueId === uniqueId)
      if (moved && byWhen) moved.day = byWhen
      return { ...answer, uniqueId } as never
    },
  })

const open = (search: string, role?: 'ROLE_LEVEL1') =>
  renderScreen(<Calendar />, { at: `/crm/calendar${search}`, path: '/crm/calendar', ...(role && { role }) })
const cell = (day: string) => document.querySelector<HTMLElement>(`td[data-day="${day}"]`)!
const november = '?view=month&day=2026-11-24'

test('a month shows three entries per day and the number of further ones, and requests its weeks once', async () => {
  const { inputsOf } = holding([1, 2, 3, 4, 5].map((number) => entry(number, '2026-11-10')))
  open(november)
  await screen.findByRole('link', { name: 'Task: Task 1' })
  const links = within(cell('2026-11-10')).getAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual(['10', 'Task 1', 'Task 2', 'Task 3', '+2 more'])
  expect(links.at(-1)!.getAttribute('href')).toContain('view=day&day=2026-11-10')
  expect(links[1]!.getAttribute('href')).toBe(`/crm/nextSteps/show/${companyId(1)}`)
  expect(inputsOf('GET /api/calendar/')).toEqual([
    { from: '2026-10-26', to: '2026-12-06', kinds: 'event,meetingReport,nextSteps,projectCompany' },
  ])
})

test('a day that is opened by keyboard has the focus on its first entry at once, and Back returns it to the day', async () => {
  const loading = Promise.withResolvers<never>()
  let reads = 0
  mockCalls({
    'GET /api/calendar/': () =>
      reads++ === 0 ? { entries: [entry(1, '2026-11-10'), entry(2, '2026-11-24')], hasMore: false } : loading.promise,
  })
  const { user } = open(november)
  await screen.findByRole('link', { name: 'Task: Task 1' })
  within(cell('2026-11-24')).getAllByRole('link')[0]!.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Task 2' })))
  expect(screen.queryByRole('link', { name: 'Task 1' })).toBeNull()
  history.back()
  await waitFor(() => expect(document.activeElement).toBe(within(cell('2026-11-24')).getAllByRole('link')[0]))
})

test('chips hide kinds and “Only mine” hides others’ entries, in the address and in the request', async () => {
  const { inputsOf } = holding([])
  const { user } = open(november)
  await user.click(await screen.findByRole('checkbox', { name: 'Events' }))
  await user.click(screen.getByRole('checkbox', { name: 'Only mine' }))
  await waitFor(() =>
    expect(inputsOf('GET /api/calendar/').at(-1)).toMatchObject({
      kinds: 'meetingReport,nextSteps,projectCompany',
      mine: 'true',
    }),
  )
  expect(new URLSearchParams(location.search).get('kinds')).toBe('meetingReport,nextSteps,projectCompany')
})

test('M, arrows and Enter move an entry with the version that was seen; Undo moves it back with the new one', async () => {
  const { inputsOf } = holding([entry(1, '2026-11-10')])
  const { user } = open(november)
  const link = await screen.findByRole('link', { name: 'Task: Task 1' })
  link.focus()
  await user.keyboard('m{ArrowDown}{ArrowRight}')
  expect(cell('2026-11-18').dataset['over']).toBe('true')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(within(cell('2026-11-18')).getByRole('link', { name: 'Task: Task 1' })).toBe(document.activeElement))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(within(cell('2026-11-10')).getByRole('link', { name: 'Task: Task 1' })).toBeTruthy())
  expect(inputsOf('PATCH /api/nextSteps/')).toEqual([
    { uniqueId: companyId(1), byWhen: '2026-11-18', updatedAt: instant },
    { uniqueId: companyId(1), byWhen: '2026-11-10', updatedAt: saved.updatedAt },
  ])
})

test('an entry that is moved again before the calendar is refetched is moved with its new version', async () => {
  const entries = [entry(1, '2026-11-10')]
  const refetching = Promise.withResolvers<never>()
  let reads = 0
  const { inputsOf } = mockCalls({
    'GET /api/calendar/': () => (reads++ === 0 ? { entries, hasMore: false } : refetching.promise),
    'PATCH /api/nextSteps/': ({ uniqueId }) => ({ ...saved, uniqueId }) as never,
  })
  const { user } = open(november)
  const moveOn = async (from: string, to: string) => {
    await waitFor(() => within(cell(from)).getByRole('link', { name: 'Task: Task 1' }).focus())
    await user.keyboard('m{ArrowRight}{Enter}')
    await waitFor(() => expect(within(cell(to)).getByRole('link', { name: 'Task: Task 1' })).toBeTruthy())
  }
  await moveOn('2026-11-10', '2026-11-11')
  await moveOn('2026-11-11', '2026-11-12')
  await waitFor(() =>
    expect(inputsOf('PATCH /api/nextSteps/')).toEqual([
      { uniqueId: companyId(1), byWhen: '2026-11-11', updatedAt: instant },
      { uniqueId: companyId(1), byWhen: '2026-11-12', updatedAt: saved.updatedAt },
    ]),
  )
})

test.each([
  ['is still moved if a colleague has changed something else of it meanwhile', '2026-11-10', '2026-11-11'],
  ['stays where a colleague has moved it meanwhile', '2026-11-20', '2026-11-20'],
])('an entry that is picked up %s', async (_, theirDay, finalDay) => {
  let task = entry(1, '2026-11-10')
  const { inputsOf } = mockCalls({
    'GET /api/calendar/': () => ({ entries: [task], hasMore: false }),
    'PATCH /api/nextSteps/': ({ uniqueId, byWhen = '', updatedAt }) => {
      if (updatedAt === instant) {
        task = entry(1, theirDay, { title: 'Theirs', updatedAt: saved.updatedAt })
        throwFailure(new Failure(409, 'Somebody else has changed this record', { ...saved, uniqueId, byWhen: theirDay }))
      }
      task = { ...task, day: byWhen }
      return { ...saved, uniqueId } as never
    },
  })
  const { user } = open(november)
  await waitFor(() => within(cell('2026-11-10')).getByRole('link', { name: 'Task: Task 1' }).focus())
  await user.keyboard('m{ArrowRight}{Enter}')
  await waitFor(() => expect(within(cell(finalDay)).getByRole('link', { name: 'Task: Theirs' })).toBeTruthy())
  const isMoved = finalDay !== theirDay
  expect(inputsOf('PATCH /api/nextSteps/').map(({ updatedAt }) => updatedAt)).toEqual(
    isMoved ? [instant, saved.updatedAt] : [instant],
  )
  expect(screen.queryByText('Somebody else has changed this record') === null).toBe(isMoved)
})

test('Escape leaves an entry where it is, and an entry that the user may not move cannot be picked up', async () => {
  const { inputsOf } = holding([entry(1, '2026-11-10'), entry(2, '2026-11-11', { mayMove: false })])
  const { user } = open(november)
  const link = await screen.findByRole('link', { name: 'Task: Task 1' })
  link.focus()
  await user.keyboard('m{ArrowDown}{Escape}')
  expect(document.querySelector('[data-over]')).toBeNull()
  screen.getByRole('link', { name: 'Task: Task 2' }).focus()
  await user.keyboard('m{ArrowDown}')
  expect(document.querySelector('[data-over]')).toBeNull()
  expect(inputsOf('PATCH /api/nextSteps/')).toEqual([])
})

test('a dragged entry follows the pointer and is marked in its cell, and the day under it is highlighted until it is left', async () => {
  const { inputsOf } = holding([entry(1, '2026-11-10')])
  open(november)
  const link = await screen.findByRole('link', { name: 'Task: Task 1' })
  const setDragImage = vi.fn<(image: HTMLElement, x: number, y: number) => void>()
  const dataTransfer = { setData: () => {}, setDragImage, effectAllowed: '', dropEffect: '' }
  const drag = (type: 'dragStart' | 'dragOver' | 'dragLeave' | 'drop' | 'dragEnd', on: Element, fields: object = {}) => {
    const event = createEvent[type](on, { ...fields })
    Object.defineProperty(event, 'dataTransfer', { value: dataTransfer })
    fireEvent(on, event)
  }
  drag('dragStart', link, { clientX: 5, clientY: 3 })
  const image = setDragImage.mock.calls[0]![0]
  expect(image.textContent).toBe('Task 1')
  expect(image).not.toBe(link)
  expect(link.dataset['carried']).toBe('true')
  await waitFor(() => expect(image.isConnected).toBe(false))
  drag('dragOver', cell('2026-11-17'))
  expect(cell('2026-11-17').dataset['over']).toBe('true')
  drag('dragLeave', cell('2026-11-17'), { relatedTarget: document.body })
  expect(document.querySelector('[data-over]')).toBeNull()
  drag('dragOver', cell('2026-11-18'))
  drag('drop', cell('2026-11-18'))
  expect(document.querySelector('[data-over], [data-carried]')).toBeNull()
  await waitFor(() => expect(inputsOf('PATCH /api/nextSteps/')).toMatchObject([{ byWhen: '2026-11-18' }]))
})

test('a rejected move puts the entry back and shows why', async () => {
  holding([entry(1, '2026-11-10')], () => throwFailure(new Failure(409, 'Somebody else has changed this record')))
  const { user } = open(november)
  const link = await screen.findByRole('link', { name: 'Task: Task 1' })
  link.focus()
  await user.keyboard('m{ArrowDown}{Enter}')
  expect(await screen.findByText('Somebody else has changed this record')).toBeTruthy()
  await waitFor(() => expect(within(cell('2026-11-10')).getByRole('link', { name: 'Task: Task 1' })).toBeTruthy())
})

test('arrows move the focus between days, into the next month too, and N offers what can be created on the day', async () => {
  holding([])
  const { user } = open('?view=month&day=2026-11-30')
  const day = await screen.findByRole('link', { name: 'Monday, 30 November 2026' })
  day.focus()
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Monday, 7 December 2026'))
  expect(new URLSearchParams(location.search).get('day')).toBe('2026-12-07')
  await user.keyboard('n')
  const event = await screen.findByRole('menuitem', { name: 'New Event' })
  expect(event.getAttribute('href')).toBe('/crm/event/create?date=2026-12-07')
})

test('N reaches no other listener: an open menu closes at any key outside of it, also at the one that has opened it', async () => {
  holding([])
  open(november)
  const day = await screen.findByRole('link', { name: 'Tuesday, 10 November 2026' })
  const onKey = vi.fn<(event: KeyboardEvent) => void>()
  document.addEventListener('keydown', onKey)
  fireEvent.keyDown(day, { key: 'n' })
  document.removeEventListener('keydown', onKey)
  expect(await screen.findByRole('menuitem', { name: 'New Event' })).toBeTruthy()
  expect(onKey).not.toHaveBeenCalled()
})

test('a key that follows an arrow at once is about the day that the arrow leads to', async () => {
  holding([])
  open(november)
  const day = await screen.findByRole('link', { name: 'Tuesday, 10 November 2026' })
  day.focus()
  act(() => {
    fireEvent.keyDown(document.activeElement!, { key: 'ArrowRight' })
    fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' })
    fireEvent.keyDown(document.activeElement!, { key: 'n' })
  })
  const event = await screen.findByRole('menuitem', { name: 'New Event' })
  expect(event.getAttribute('href')).toBe('/crm/event/create?date=2026-11-18')
  await waitFor(() => expect(new URLSearchParams(location.search).get('day')).toBe('2026-11-18'))
})

test('the focus that has left the days right after an arrow is not taken back once the new day is rendered', async () => {
  holding([entry(1, '2026-11-11')])
  open(november)
  const day = await screen.findByRole('link', { name: 'Tuesday, 10 November 2026' })
  const task = await screen.findByRole('link', { name: 'Task: Task 1' })
  day.focus()
  act(() => {
    fireEvent.keyDown(day, { key: 'ArrowRight' })
    task.focus()
  })
  await waitFor(() => expect(cell('2026-11-11').querySelector('[data-opens]')!.getAttribute('tabindex')).toBe('0'))
  expect(document.activeElement).toBe(task)
})

test('users who can create nothing are offered nothing to create, and filters only for kinds they may see', async () => {
  holding([])
  open(november, 'ROLE_LEVEL1')
  expect(await screen.findByRole('checkbox', { name: 'Tasks' })).toBeTruthy()
  expect(screen.queryByRole('checkbox', { name: 'Meetings' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'New' })).toBeNull()
})

test('a phone shows the agenda unless a view is named, and a month shows its days with their counts', async () => {
  useNarrowWindow()
  const { inputsOf } = holding([entry(1, '2026-11-25'), entry(2, '2026-11-25')])
  const { close } = open('?day=2026-11-24')
  expect(await screen.findByRole('heading', { name: 'Wednesday, 25 November 2026' })).toBeTruthy()
  expect(inputsOf('GET /api/calendar/')[0]).toMatchObject({ from: '2026-11-24', to: '2026-12-23' })
  close()
  open(november)
  const day = await screen.findByRole('link', { name: 'Wednesday, 25 November 2026, 2 entries' })
  expect(day).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Task: Task 1' })).toBeNull()
})

test('a phone chooses the view from a list, and the kinds behind a button that counts the filters', async () => {
  useNarrowWindow()
  const { inputsOf } = holding([])
  const { user } = open('?day=2026-11-24')
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Calendar view' }), 'Week')
  expect(new URLSearchParams(location.search).get('view')).toBe('week')
  expect(screen.queryByRole('checkbox', { name: 'Events' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Filters' }))
  await user.click(await screen.findByRole('checkbox', { name: 'Events' }))
  await waitFor(() =>
    expect(inputsOf('GET /api/calendar/').at(-1)).toMatchObject({ kinds: 'meetingReport,nextSteps,projectCompany' }),
  )
  expect(screen.getByRole('button', { name: 'Filters · 1' })).toBeTruthy()
})

test('the keys N and M are named below the days, to users who can use them', async () => {
  holding([entry(1, '2026-11-10')])
  const { container, close } = open(november)
  await screen.findByRole('link', { name: 'Task: Task 1' })
  expect([...container.querySelectorAll('kbd')].map(({ parentElement }) => parentElement!.textContent)).toEqual([
    'N New on the focused day',
    'M Move the focused entry',
  ])
  close()
  holding([entry(1, '2026-11-10', { mayMove: false })])
  const level1 = open(november, 'ROLE_LEVEL1')
  await screen.findByRole('link', { name: 'Task: Task 1' })
  expect(level1.container.querySelector('kbd')).toBeNull()
})

test('a task of the agenda is closed by one press and leaves it; one that could not be closed is there again', async () => {
  const entries = [entry(1, '2026-11-10'), entry(2, '2026-11-10'), entry(3, '2026-11-11', { kind: 'event' })]
  let isRefused = true
  const { inputsOf } = mockCalls({
    'GET /api/calendar/': () => ({ entries: [...entries], hasMore: false }),
    'PATCH /api/nextSteps/markClosed/:uniqueId': () => {
      if (isRefused) throwFailure(new Failure(409, 'Not now'))
      entries.shift()
      return {} as never
    },
  })
  const { user } = open('?view=agenda&day=2026-11-01')
  await user.click(await screen.findByRole('button', { name: 'Mark Closed: Task 1' }))
  expect(await screen.findByText('Not now')).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'Task 1' })).toBeTruthy()
  isRefused = false
  await user.click(screen.getByRole('button', { name: 'Mark Closed: Task 1' }))
  expect(screen.queryByRole('link', { name: 'Task 1' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Mark Closed: Task 2' }))
  await waitFor(() => expect(inputsOf('PATCH /api/nextSteps/markClosed/:uniqueId')).toHaveLength(2))
  expect(screen.queryByRole('button', { name: 'Mark Closed: Task 3' })).toBeNull()
})

test('Today leads to the address without a day, which is today on every day', async () => {
  holding([])
  const { user } = open(november)
  await user.click(await screen.findByRole('button', { name: 'Today' }))
  expect(location.search).toBe('?view=month')
})

const section = (name: string) => within(screen.getByRole('region', { name }))

test('after midnight an open calendar shows the new day as today', async () => {
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-10T12:00Z'))
  const { inputsOf } = holding([entry(1, '2026-11-10'), entry(2, '2026-11-11')])
  open('?view=agenda')
  await screen.findByRole('link', { name: 'Task 1' })
  expect(section('Tuesday, 10 November 2026').getByText('Today')).toBeTruthy()
  now.mockReturnValue(Date.parse('2026-11-11T06:00Z'))
  fireEvent(document, new Event('visibilitychange'))
  await waitFor(() => expect(section('Wednesday, 11 November 2026').getByText('Today')).toBeTruthy())
  expect(inputsOf('GET /api/calendar/').map(({ from }) => from)).toEqual(['2026-11-10', '2026-11-11'])
  now.mockRestore()
})
