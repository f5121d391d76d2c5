// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { HitGroup } from '@tradewind/contract/operations/search.contract'
import { afterEach, expect, test } from 'vitest'
import { companyFeature } from '#crm/company.feature'
import { FeaturesContext } from '#kit/feature'
import { openLayer } from '#platform/shell/TopBar'
import { memberFeature } from '#site/member.feature'
import { listAnswer, mockCalls } from '../../test/answers.ts'
import { companyId } from '../../test/samples.ts'
import { renderScreen } from '../../test/visit.tsx'
import { SearchLayer } from './LateParts.tsx'

const features = [companyFeature, memberFeature]
const german = { language: 'de', texts: { Planned: 'Geplant' } } as const

const open = (options: Parameters<typeof renderScreen>[1] = {}) => {
  openLayer('search')
  return renderScreen(
    <FeaturesContext value={features}>
      <SearchLayer />
    </FeaturesContext>,
    options,
  )
}
afterEach(() => act(() => openLayer(null)))

const company = (number: number, title: string): HitGroup => ({
  kind: 'company',
  total: 1,
  totalEstimated: false,
  hits: [{ uniqueId: companyId(number), title, detail: 'Norway' }],
})

const field = async () => within(await screen.findByRole('dialog')).findByRole('combobox', { name: 'Search' })
const hit = (title: string) => screen.findByRole('option', { name: new RegExp(title) })

// The first test: the later ones find the palette loaded.
test('what is typed while the palette is still loading is searched, and the focus returns to where it was', async () => {
  mockCalls({ 'GET /api/search/': () => listAnswer([]) })
  const button = document.body.appendChild(document.createElement('button'))
  button.focus()
  const { user } = open()
  await user.keyboard('qq')
  const box = await field()
  await waitFor(() => expect(document.activeElement).toBe(box))
  expect(box).toHaveProperty('value', 'qq')
  await user.keyboard(' harbour')
  expect(box).toHaveProperty('value', 'qq harbour')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(button))
  button.remove()
})

test('Enter does not open what an earlier search found while the results of the last one are still to come', async () => {
  const last = Promise.withResolvers<void>()
  mockCalls({
    'GET /api/search/': async ({ q }) => {
      if (q !== 'qq harbour') return listAnswer([company(1, 'QQ Alpha')])
      await last.promise
      return listAnswer([company(2, 'QQ Harbour')])
    },
  })
  const { user } = open()
  await user.type(await field(), 'qq')
  await hit('QQ Alpha')
  await user.type(await field(), ' harbour{Enter}')
  expect(location.pathname).toBe('/')
  last.resolve()
  await hit('QQ Harbour')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(location.pathname).toContain(companyId(2)))
})

test('what is not found can be created, with the typed name', async () => {
  mockCalls({ 'GET /api/search/': () => listAnswer([]) })
  const { user } = open()
  await user.type(await field(), 'Nordwind & Co')
  await user.click(await hit('New company “Nordwind & Co”'))
  await waitFor(() => expect(location.pathname + location.search).toBe('/crm/company/create?name=Nordwind+%26+Co'))
})

test('what is the name of a command is not offered as the name of a record', async () => {
  const searched: unknown[] = []
  mockCalls({
    'GET /api/search/': ({ q }) => {
      searched.push(q)
      return listAnswer([])
    },
  })
  const { user } = open()
  await user.type(await field(), 'keyboard')
  await waitFor(() => expect(searched).toContain('keyboard'))
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  await hit('Keyboard shortcuts')
  expect(screen.queryByRole('option', { name: /“keyboard”/ })).toBeNull()
})

test('the state of a topic is shown in the language of the reader', async () => {
  const hits = [{ uniqueId: companyId(5), title: 'QQ customs', detail: 'Planned' }]
  mockCalls({ 'GET /api/search/': () => listAnswer([{ kind: 'topic', total: 1, totalEstimated: false, hits }]) })
  const { user } = open({ wording: german })
  await user.type(await field(), 'qq')
  expect((await hit('QQ customs')).textContent).toContain('Geplant')
})

test('a kind of which more was found than is counted says so', async () => {
  const many = { ...company(1, 'QQ Alpha'), total: 10_000, totalEstimated: true }
  mockCalls({ 'GET /api/search/': () => listAnswer([many]) })
  const { user } = open()
  await user.type(await field(), 'qq')
  await hit('QQ Alpha')
  // The label of a group is in its style.
  expect(document.querySelector('[style*="Companies (> 10,000)"]')).not.toBeNull()
})

test('commands are found without their accents, as records are', async () => {
  mockCalls({ 'GET /api/search/': () => listAnswer([]) })
  const { user } = open({ wording: { language: 'fr', texts: { Logout: 'Déconnexion' } } })
  await user.type(await field(), 'deconn')
  expect(await screen.findByRole('option', { name: 'Déconnexion' })).toBeTruthy()
})

/** The result that Enter opens, by sight and for screen readers. */
const highlighted = async () => {
  const box = await field()
  const [marked, ...others] = document.querySelectorAll('[role="option"][data-selected]')
  expect(others).toEqual([])
  const results = screen.getAllByRole('option')
  expect(results.filter((result) => result.getAttribute('aria-selected') === 'true')).toEqual([marked])
  expect(document.getElementById(box.getAttribute('aria-activedescendant') ?? '')).toBe(marked)
  return marked?.textContent
}

const expectHighlighted = (title: string) => waitFor(async () => expect(await highlighted()).toContain(title))

test('the first result is highlighted as results come, and Enter opens it', async () => {
  mockCalls({ 'GET /api/search/': () => listAnswer([company(1, 'QQ Alpha'), { ...company(3, 'QQ Pier'), kind: 'topic' }]) })
  const { user } = open()
  await field()
  await expectHighlighted('New Company') // a command: nothing was opened before
  await user.type(await field(), 'qq')
  await expectHighlighted('QQ Alpha')
  await waitFor(async () => expect(await hit('QQ Alpha')).toHaveProperty('disabled', false))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(location.pathname).toContain(companyId(1)))
})

test('after other results have arrived, the first of those is highlighted, also if another one was first before', async () => {
  const [alpha, harbour] = [company(1, 'QQ Alpha'), { ...company(2, 'QQ Harbour'), kind: 'topic' as const }]
  mockCalls({ 'GET /api/search/': ({ q }) => listAnswer(q === 'qq' ? [alpha, harbour] : [harbour, alpha]) })
  const { user } = open()
  await user.type(await field(), 'qq')
  await expectHighlighted('QQ Alpha')
  await user.keyboard('{ArrowDown}')
  await expectHighlighted('QQ Harbour')
  await user.keyboard('{ArrowUp}')
  await user.type(await field(), ' h')
  await expectHighlighted('QQ Harbour')
  await user.keyboard('{ArrowDown}')
  await expectHighlighted('QQ Alpha')
  await waitFor(async () => expect(await hit('QQ Alpha')).toHaveProperty('disabled', false))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(location.pathname).toContain(companyId(1)))
})

test('the result that the arrow keys have chosen stays highlighted while the results are read again', async () => {
  let found = [company(1, 'QQ Alpha'), { ...company(2, 'QQ Harbour'), kind: 'topic' as const }]
  mockCalls({ 'GET /api/search/': () => listAnswer(found) })
  const { user, client } = open()
  await user.type(await field(), 'qq')
  await expectHighlighted('QQ Alpha')
  await user.keyboard('{ArrowDown}')
  await expectHighlighted('QQ Harbour')
  found = [...found, company(4, 'QQ Quay')]
  await act(() => client.invalidateQueries())
  await expectHighlighted('QQ Harbour')
  found = found.slice(0, 1)
  await act(() => client.invalidateQueries())
  await expectHighlighted('QQ Alpha')
})

test('Enter that ends the composition of a character opens nothing', async () => {
  mockCalls({ 'GET /api/search/': ({ q }) => listAnswer(q === 'qq' ? [company(1, 'QQ Alpha')] : []) })
  const { user } = open()
  await user.type(await field(), 'qq')
  await hit('QQ Alpha')
  fireEvent.compositionStart(await field())
  fireEvent.keyDown(await field(), { key: 'Enter', code: 'Enter', isComposing: true })
  await user.keyboard('{Shift}')
  expect(location.pathname).toBe('/')
})
