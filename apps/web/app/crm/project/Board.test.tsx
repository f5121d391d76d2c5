// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import type { ProjectCompanyCard } from '@tradewind/contract/crm/project.contract'
import { projectCompanyFields } from '@tradewind/contract/crm/project.fields'
import { expect, test } from 'vitest'
import type { Input } from '#kit/api/calls'
import { Failure } from '#kit/api/failure'
import { listAnswer, mockCalls, throwFailure } from '../../../test/answers.ts'
import { companyId, sampleProject, sampleProjectCompany, sampleTime } from '../../../test/samples.ts'
import { myUserId, renderScreen } from '../../../test/visit.tsx'
import { Board } from './Board.tsx'
import { columnsOf } from './boardMove.ts'

const card = (number: number, fields: Partial<ProjectCompanyCard> = {}): ProjectCompanyCard => ({
  ...sampleProjectCompany(number),
  counts: { contacts: 2, reports: 1, openTasks: 0 },
  ...fields,
})
const project = sampleProject({ companies: 2 })

type Update = (change: Input<'PATCH /api/projectCompany/'>, saved: ProjectCompanyCard) => ProjectCompanyCard

const save: Update = ({ priority }, saved) => ({ ...saved, priority: priority as 'LOW', updatedAt: '2026-03-02T10:00:00.000Z' })

/** Mocks a server that has these cards. */
const open = (
  given: readonly ProjectCompanyCard[],
  update: Update = save,
  role: 'ROLE_TENANT_ADMIN' | 'ROLE_LEVEL1' | 'ROLE_LEVEL3' = 'ROLE_TENANT_ADMIN',
  at = '/crm/project/show',
) => {
  let cards = [...given]
  const calls = mockCalls({
    'GET /api/customField/': () => listAnswer([]),
    'GET /api/projectCompany/project/:projectId': ({ priority, page, size }) => {
      const those = cards.filter((one) => (one.priority ?? 'none') === priority)
      const first = Number(page) * Number(size)
      return listAnswer(those.slice(first, first + Number(size)), those.length)
    },
    'PATCH /api/projectCompany/': (change) => {
      const saved = update(
        change,
        cards.find(({ uniqueId }) => uniqueId === change.uniqueId)!,
      )
      cards = cards.map((one) => (one.uniqueId === saved.uniqueId ? saved : one))
      return saved
    },
  })
  const page = renderScreen(<Board project={project} fields={projectCompanyFields} />, { role, at })
  /** Others have changed cards, of which the page has learned. */
  const changeByOthers = (next: readonly ProjectCompanyCard[]) => {
    cards = [...next]
    return page.client.invalidateQueries()
  }
  return { ...calls, ...page, changeByOthers }
}

const column = (name: string) => within(screen.getByRole('region', { name }))
const handle = (number: number) => screen.findByRole('button', { name: `Move Company ${number}` })
const isIn = (number: number, name: string) =>
  waitFor(() => expect(column(name).getByRole('group', { name: `Company ${number}` })).toBeTruthy())
const announced = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .join()

test('a card can be picked up, moved and dropped by keyboard; each step is announced, and one field is saved', async () => {
  const { user, inputsOf } = open([card(1, { priority: 'HIGH' }), card(2)])
  ;(await handle(1)).focus()
  await user.keyboard(' ')
  expect(announced()).toContain('Company 1 is picked up, in High')
  await user.keyboard('{ArrowRight}')
  await isIn(1, 'Medium')
  expect(announced()).toContain('Medium, column 2 of 4')
  expect(document.activeElement).toBe(await handle(1))
  await user.keyboard('{ArrowRight} ')
  expect(announced()).toContain('Company 1 was dropped in Low')
  await waitFor(() =>
    expect(inputsOf('PATCH /api/projectCompany/')).toEqual([{ uniqueId: companyId(1), priority: 'LOW', updatedAt: sampleTime }]),
  )
  await isIn(1, 'Low')
  expect(await screen.findByText('Priority of Company 1: Low')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await isIn(1, 'High')
})

test('Space on the name of a company picks its card up, too', async () => {
  const { user } = open([card(1, { priority: 'HIGH' })])
  ;(await screen.findByRole('link', { name: 'Company 1' })).focus()
  await user.keyboard(' ')
  expect(announced()).toContain('Company 1 is picked up, in High')
  expect(document.activeElement).toBe(await handle(1))
  await user.keyboard('{ArrowRight} ')
  await isIn(1, 'Medium')
})

test('the mouse drags a card by the name of its company; at the edge the board scrolls no further than to its last column', async () => {
  const { user } = open([card(1, { priority: 'HIGH' })])
  const name = await screen.findByRole('link', { name: 'Company 1' })
  const [low, board] = [screen.getByRole('region', { name: 'Low' }), name.closest('[data-board]')!]
  Object.defineProperties(board, { scrollWidth: { value: 1010, configurable: true }, clientWidth: { value: 1000 } })
  document.elementFromPoint = () => low
  await user.pointer([{ keys: '[MouseLeft>]', target: name, coords: { x: 0, y: 100 } }])
  Object.defineProperty(board, 'scrollWidth', { value: 1300 })
  for (const x of [20, 40, 60]) await user.pointer({ target: low, coords: { x, y: 100 } })
  expect(board.scrollLeft).toBe(10)
  await user.pointer({ keys: '[/MouseLeft]', target: low })
  await isIn(1, 'Low')
})

test('a card that is dragged stays where it is while others move it, and the version that was picked up is the one that the drop changes', async () => {
  const taken = card(1, { priority: 'HIGH' })
  const { user, inputsOf, changeByOthers } = open([taken, card(2)])
  const name = await screen.findByRole('link', { name: 'Company 1' })
  const medium = screen.getByRole('region', { name: 'Medium' })
  document.elementFromPoint = () => medium
  await user.pointer([
    { keys: '[MouseLeft>]', target: name, coords: { x: 0, y: 100 } },
    { target: medium, coords: { x: 60, y: 100 } },
  ])
  await changeByOthers([{ ...taken, priority: 'LOW', updatedAt: '2026-03-02T10:00:00.000Z' }, card(2, { priority: 'HIGH' })])
  await isIn(2, 'High')
  await isIn(1, 'High')
  await user.pointer({ keys: '[/MouseLeft]', target: medium })
  const sent = { uniqueId: companyId(1), priority: 'MEDIUM', updatedAt: sampleTime }
  await waitFor(() => expect(inputsOf('PATCH /api/projectCompany/')).toEqual([sent]))
})

test('a card that is held at the edge scrolls the board on, also while the pointer rests', async () => {
  const { user } = open([card(1, { priority: 'HIGH' })])
  const name = await screen.findByRole('link', { name: 'Company 1' })
  const [low, board] = [screen.getByRole('region', { name: 'Low' }), name.closest('[data-board]')!]
  Object.defineProperties(board, { scrollWidth: { value: 1100 }, clientWidth: { value: 1000 } })
  document.elementFromPoint = () => low
  await user.pointer([{ keys: '[MouseLeft>]', target: name, coords: { x: 0, y: 100 } }])
  await user.pointer({ target: low, coords: { x: 20, y: 100 } })
  await waitFor(() => expect(board.scrollLeft).toBe(100))
  await user.keyboard('{Escape}')
  board.scrollLeft = 0
  await user.pointer({ target: low, coords: { x: 40, y: 100 } })
  expect(board.scrollLeft).toBe(0)
})

const namesIn = (name: string) =>
  column(name)
    .getAllByRole('group')
    .map((one) => one.getAttribute('aria-label')!)

test('after the last cards of a column are shown, the focus is on the first of these: the button is gone', async () => {
  const many = Array.from({ length: 23 }, (_, at) => card(at + 1, { priority: 'LOW' }))
  const { user } = open(many)
  const more = await screen.findByRole('button', { name: 'Show more' })
  expect(namesIn('Low')).toHaveLength(20)
  more.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(namesIn('Low')).toHaveLength(23))
  expect(document.activeElement).toBe(await screen.findByRole('button', { name: `Move ${namesIn('Low')[20]}` }))
})

test('arrows move the focus to the card beside it in the next column that has cards', async () => {
  const high = { priority: 'HIGH' } as const
  const { user } = open([card(1, high), card(2, high), card(3, { priority: 'LOW' }), card(4)])
  ;(await handle(2)).focus()
  const press = async (keys: string) => {
    await user.keyboard(keys)
    return document.activeElement?.getAttribute('aria-label')
  }
  expect(await press('{ArrowRight}')).toBe('Move Company 3')
  expect(await press('{ArrowRight}')).toBe('Move Company 4')
  expect(await press('{ArrowRight}')).toBe('Move Company 4')
  expect(await press('{ArrowLeft}{ArrowLeft}')).toBe('Move Company 1')
  expect(await press('{ArrowDown}')).toBe('Move Company 2')
})

test('Escape puts a lifted card back, and nothing is saved', async () => {
  const { user, inputsOf } = open([card(1, { priority: 'HIGH' })])
  ;(await handle(1)).focus()
  await user.keyboard(' {ArrowRight}{ArrowRight}{Escape}')
  await isIn(1, 'High')
  expect(announced()).toContain('Company 1 is back in High')
  expect(inputsOf('PATCH /api/projectCompany/')).toEqual([])
})

test('a rejected move is undone and reported; the menu moves cards too', async () => {
  const { user } = open([card(1)], () => throwFailure(new Failure(403, 'You may not do this')))
  await user.click(await screen.findByRole('button', { name: 'Actions for Company 1' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Move to High' }))
  expect(await screen.findByText('You may not do this')).toBeTruthy()
  await isIn(1, 'None')
})

test('a card that others changed in other fields is still moved; if they moved it, their move stays', async () => {
  const newer = '2026-03-05T10:00:00.000Z'
  const stale =
    (current: ProjectCompanyCard): Update =>
    (change, saved) =>
      change.updatedAt === newer
        ? save(change, saved)
        : throwFailure(new Failure(409, 'Somebody else has changed this record', current))
  const first = open([card(1)], stale(card(1, { updatedAt: newer, interest: 'HIGH' })))
  await first.user.click(await screen.findByRole('button', { name: 'Actions for Company 1' }))
  await first.user.click(await screen.findByRole('menuitem', { name: 'Move to Low' }))
  await isIn(1, 'Low')
  expect(first.inputsOf('PATCH /api/projectCompany/')).toHaveLength(2)
  first.close()
  const second = open([card(1)], stale(card(1, { updatedAt: newer, priority: 'HIGH' })))
  await second.user.click(await screen.findByRole('button', { name: 'Actions for Company 1' }))
  await second.user.click(await screen.findByRole('menuitem', { name: 'Move to Low' }))
  expect(await screen.findByText('Company 1: someone else changed Priority. You see the current value.')).toBeTruthy()
  expect(second.inputsOf('PATCH /api/projectCompany/')).toHaveLength(1)
})

test('a user who may not change a card sees no handle; a column shows its count, and more cards on request', async () => {
  const many = Array.from({ length: 23 }, (_, at) => card(at + 1, { priority: 'LOW', sharedWith: [myUserId] }))
  const { user } = open(many, save, 'ROLE_LEVEL1')
  await waitFor(() => expect(column('Low').getAllByRole('group')).toHaveLength(20))
  expect(screen.getByRole('region', { name: 'Low' }).querySelector('[data-count]')?.textContent).toBe('23')
  expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull()
  await user.click(column('Low').getByRole('button', { name: 'Show more' }))
  await waitFor(() => expect(column('Low').getAllByRole('group')).toHaveLength(23))
  expect(column('Low').queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('a board shows what the filters of the table leave, in its columns and counts, and can be filtered itself', async () => {
  const { user, inputsOf } = open([card(1)], save, undefined, '/crm/project/show?where=country:is:JP&q=yoko&view=board')
  await handle(1)
  const asked = () => inputsOf('GET /api/projectCompany/project/:projectId')
  expect(asked()).toHaveLength(4)
  for (const { where, q } of asked()) expect([String(where), q]).toEqual(['country:is:JP', 'yoko'])
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('yoko')
  await user.click(screen.getByRole('button', { name: 'Remove the filter: Country is Japan' }))
  await waitFor(() => expect(asked().at(-1)).not.toHaveProperty('where'))
  expect(new URLSearchParams(location.search).get('view')).toBe('board')
})

test('a company that the user may not open has no number of contacts and reports: they would be 0, whatever it has', async () => {
  const unseen = { contacts: 0, reports: 0, openTasks: 1 }
  open([card(1, { counts: unseen })], save, 'ROLE_LEVEL3')
  expect(await screen.findByRole('img', { name: 'Open tasks: 1' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Company 1' })).toBeNull()
  expect(screen.queryByRole('img', { name: /Contacts|Reports/ })).toBeNull()
})

const listed = (rows: ProjectCompanyCard[], total: number) => ({ rows, total, estimated: false })

test('a card that is briefly in two lists is shown once, and counted where it is shown', () => {
  const newer = card(1, { priority: 'LOW', updatedAt: '2026-03-02T10:00:00.000Z' })
  const columns = columnsOf(
    { HIGH: listed([card(1, { priority: 'HIGH' })], 5), MEDIUM: undefined, LOW: listed([newer], 3), none: listed([], 0) },
    ({ priority }) => priority ?? 'none',
  )
  expect(columns.map(({ total, cards }) => [total, cards.length])).toEqual([
    [4, 0],
    [0, 0],
    [3, 1],
    [0, 0],
  ])
})

test('a card in the hand stays while it is in no list: it has left one, and another has not been loaded again', () => {
  const nothing = listed([], 0)
  const lists = { HIGH: nothing, MEDIUM: nothing, LOW: nothing, none: nothing }
  const columns = columnsOf(lists, () => 'MEDIUM', card(1, { priority: 'HIGH' }))
  expect(columns.map(({ total, cards }) => [total, cards.length])).toEqual([
    [0, 0],
    [1, 1],
    [0, 0],
    [0, 0],
  ])
})

test('a column has its cards in the order of the next contact, those without one last, as the server lists them', () => {
  const cards = [card(3, { nextContact: '2026-05-01' }), card(1), card(2, { nextContact: '2026-04-01' })]
  const columns = columnsOf({ HIGH: undefined, MEDIUM: undefined, LOW: undefined, none: listed(cards, 3) }, () => 'none')
  expect(columns.at(-1)!.cards.map(({ company }) => company.legalName)).toEqual(['Company 2', 'Company 3', 'Company 1'])
})
