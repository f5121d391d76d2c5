// @vitest-environment jsdom
import { TextInput } from '@mantine/core'
import { screen, waitFor, within } from '@testing-library/react'
import type { Company } from '@tradewind/contract/crm/company.contract'
import type { ComponentType } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { RecordBase } from '#kit/api/calls'
import { Failure } from '#kit/api/failure'
import { rememberQuery } from '#kit/browser/search-params'
import { type FieldProps, FormPage } from '#ui/form/FormPage'
import { mockCalls, throwFailure } from '../../../test/answers.ts'
import { companyId, sampleCompany } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'

type CompanyValues = Pick<Company, 'legalName' | 'website'>

interface FormProps {
  NameInput?: ComponentType<FieldProps>
  redirectTo?: (saved: RecordBase) => string
  sent?: (fields: Partial<CompanyValues>, values: CompanyValues) => object
}

const Form = ({ NameInput = TextInput, sent = (fields) => fields, ...more }: FormProps) => (
  <FormPage
    {...more}
    kind="company"
    listTitle="Companies"
    newTitle="New company"
    nameOf={({ legalName }) => legalName}
    empty={{ legalName: '', website: '' }}
    labels={{ legalName: 'Legal name', website: 'Website' }}
    required={['legalName']}
    sent={sent}
  >
    {(field) => (
      <>
        <NameInput {...field('legalName')} />
        <TextInput {...field('website')} />
      </>
    )}
  </FormPage>
)

const createAddress = { at: '/crm/company/create', path: '/crm/company/create' }
const create = () => renderScreen(<Form />, createAddress)
const edit = () => renderScreen(<Form />, { at: `/crm/company/edit/${companyId(1)}`, path: '/crm/company/edit/:uniqueId' })

const name = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Legal name' })
const website = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Website' })
const press = (button: string) => screen.findByRole('button', { name: button })
const refusal = new Failure(422, 'Please check the form', { legalName: 'There is already “Fjord”' })
const saved = (fields: object) => sampleCompany(1, fields)

afterEach(() => void rememberQuery('/crm/company/list', ''))

test('a new record starts empty with the focus in the first field, is sent as typed, and leads to the list', async () => {
  const { inputsOf } = mockCalls({ 'POST /api/company/': saved })
  const { user } = create()
  const first = await name()
  expect(document.activeElement).toBe(first)
  await user.keyboard('Fjord')
  await user.type(await website(), 'fjord.example')
  await user.click(await press('Save'))
  expect(await screen.findByText('Done')).toBeTruthy()
  expect(inputsOf('POST /api/company/')).toEqual([{ legalName: 'Fjord', website: 'fjord.example' }])
  await waitFor(() => expect(location.pathname).toBe('/crm/company/list'))
})

test('an existing record is shown with its values, and an update sends only the changed fields', async () => {
  const { inputsOf } = mockCalls({ 'GET /api/company/:uniqueId': () => sampleCompany(1), 'PATCH /api/company/': saved })
  const { user } = edit()
  expect((await name()).value).toBe('Company 1')
  expect((await website()).value).toBe('https://company1.example')
  expect(screen.getByRole('heading', { name: 'Edit Company 1' })).toBeTruthy()
  await user.type(await name(), ' Ltd')
  await user.click(await press('Save'))
  await waitFor(() => expect(location.pathname).toBe('/crm/company/list'))
  expect(inputsOf('PATCH /api/company/')).toEqual([
    { legalName: 'Company 1 Ltd', uniqueId: companyId(1), updatedAt: sampleCompany(1).updatedAt },
  ])
})

test('a record that failed to load is requested again by a button', async () => {
  const answers = [() => sampleCompany(1), () => throwFailure(new Failure(500, 'The disk is full'))]
  mockCalls({ 'GET /api/company/:uniqueId': () => answers.pop()!() })
  const { user } = edit()
  expect((await screen.findByRole('alert')).textContent).toContain('The disk is full')
  await user.click(await press('Try again'))
  expect((await name()).value).toBe('Company 1')
})

test('a refused field shows the server’s sentence until the user types into it, and the summary links to it', async () => {
  mockCalls({ 'POST /api/company/': () => throwFailure(refusal) })
  const { user } = create()
  await user.type(await name(), 'Fjord{Enter}')
  const summary = await screen.findByRole('alert')
  expect(document.activeElement).toBe(summary)
  expect(summary.textContent).toBe('This was not savedLegal name: There is already “Fjord”')
  await user.click(within(summary).getByRole('link', { name: 'Legal name' }))
  expect(document.activeElement).toBe(await name())
  expect((await name()).getAttribute('aria-invalid')).toBe('true')
  const told = screen.getByText('There is already “Fjord”')
  expect((await name()).getAttribute('aria-describedby')).toContain(told.id)
  await user.keyboard(' Two')
  expect(screen.queryByText('There is already “Fjord”')).toBeNull()
  expect((await name()).value).toBe('Fjord Two')
})

test('lists errors as their fields follow each other, and those of no field on the page last, without a link', async () => {
  const fields = { region: 'Not here', website: 'No such page', legalName: 'Taken' }
  mockCalls({ 'POST /api/company/': () => throwFailure(new Failure(422, 'Please check the form', fields)) })
  const { user } = create()
  await user.type(await name(), 'Fjord{Enter}')
  const listed = within(await screen.findByRole('alert')).getAllByRole('listitem')
  expect(listed.map((item) => item.textContent)).toEqual(['Legal name: Taken', 'Website: No such page', 'region: Not here'])
  expect(listed.map((item) => within(item).queryAllByRole('link').length)).toEqual([1, 1, 0])
})

test('shows server errors in the reader’s language', async () => {
  mockCalls({ 'POST /api/company/': () => throwFailure(new Failure(422, 'Not so', { legalName: 'Legal name is required' })) })
  const texts = { Save: 'Speichern', 'Legal name is required': 'Der Name fehlt', 'This was not saved': 'Nicht gespeichert' }
  const { user } = renderScreen(<Form />, { wording: { language: 'de', texts } })
  await user.click(await press('Speichern'))
  expect(await screen.findByRole('alert', { name: 'Nicht gespeichert' })).toBeTruthy()
  expect(screen.getByText('Der Name fehlt')).toBeTruthy()
})

test('typed text survives leaving the form, and can be discarded', async () => {
  mockCalls({ 'GET /api/company/:uniqueId': () => sampleCompany(1) })
  const first = edit()
  await first.user.type(await name(), ' Ltd')
  first.close()
  const second = edit()
  expect((await name()).value).toBe('Company 1 Ltd')
  expect(screen.getByText('Your unsaved text was restored')).toBeTruthy()
  await second.user.click(await press('Discard'))
  expect((await name()).value).toBe('Company 1')
  expect(document.activeElement).toBe(await name())
  second.close()
  edit()
  expect((await name()).value).toBe('Company 1')
  expect(screen.queryByText('Your unsaved text was restored')).toBeNull()
})

test('saving removes the draft', async () => {
  mockCalls({ 'POST /api/company/': saved })
  const { user, close } = create()
  await user.type(await name(), 'Fjord{Enter}')
  await waitFor(() => expect(location.pathname).toBe('/crm/company/list'))
  close()
  create()
  expect((await name()).value).toBe('')
})

test('saving leaves the text alone that another tab has stored meanwhile', async () => {
  mockCalls({ 'POST /api/company/': saved })
  const { user, close } = create()
  await user.type(await name(), 'Fjord')
  const draftName = Object.keys(localStorage).find((key) => key.startsWith('draft:'))!
  localStorage.setItem(draftName, localStorage.getItem(draftName)!.replace('Fjord', 'Typed elsewhere'))
  await user.click(await press('Save'))
  await waitFor(() => expect(location.pathname).toBe('/crm/company/list'))
  close()
  create()
  expect((await name()).value).toBe('Typed elsewhere')
})

test('two tabs have a draft each; a form opened after a tab was closed is given its draft', async () => {
  mockCalls({})
  const held = [{ name: 'tab 00000000-0000-4000-8000-0000000000aa' }]
  vi.stubGlobal('navigator', { userAgent: '', locks: { request: async () => null, query: async () => ({ held }) } })
  const first = create()
  await first.user.type(await name(), 'Of this tab')
  const [ownKey] = Object.keys(localStorage).filter((key) => key.startsWith('draft:'))
  const otherKey = ownKey!.replace(/#.*/, '#00000000-0000-4000-8000-0000000000aa')
  localStorage.setItem(otherKey, localStorage.getItem(ownKey!)!.replace('Of this tab', 'Of the other tab'))
  first.close()
  const second = create()
  expect((await name()).value).toBe('Of this tab')
  await second.user.click(await press('Discard'))
  second.close()
  const third = create()
  expect((await name()).value).toBe('')
  expect(localStorage.getItem(otherKey)).toContain('Of the other tab')
  third.close()
  held.length = 0
  create()
  await waitFor(async () => expect((await name()).value).toBe('Of the other tab'))
  expect(screen.getByText('Your unsaved text was restored')).toBeTruthy()
})

test('the fields are read-only from the submit until the form is left', async () => {
  const reply = Promise.withResolvers<void>()
  mockCalls({ 'POST /api/company/': (fields) => reply.promise.then(() => saved(fields)) })
  const { user } = create()
  await user.type(await name(), 'Fjord{Enter}')
  expect(document.activeElement).toBe(await name())
  await user.keyboard(' lost')
  expect((await name()).value).toBe('Fjord')
  reply.resolve()
  await waitFor(() => expect(location.pathname).toBe('/crm/company/list'))
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
})

test('typed text stays in the form if the server does not answer', async () => {
  mockCalls({ 'POST /api/company/': () => throwFailure(new Failure(0, 'No connection')) })
  const { user } = create()
  await user.type(await name(), 'Fjord{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain('Nothing you typed is lost')
  expect((await name()).value).toBe('Fjord')
})

test('Enter pressed twice sends once; a refused form can be sent again, and changed text has another key', async () => {
  const { keys } = mockCalls({ 'POST /api/company/': () => throwFailure(refusal) })
  const { user } = create()
  await user.type(await name(), 'Fjord{Enter}{Enter}')
  await screen.findByRole('alert')
  expect(keys('POST /api/company/')).toHaveLength(1)
  await user.type(await name(), ' Two{Enter}')
  await waitFor(() => expect(new Set(keys('POST /api/company/')).size).toBe(2))
})

test('a form that is saved after the user has gone elsewhere does not lead them away from there', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  mockCalls({ 'POST /api/company/': (fields) => promise.then(() => saved(fields)) })
  const { user } = renderScreen(<Form redirectTo={({ uniqueId }) => `company/show/${uniqueId}`} />, createAddress)
  await user.type(await name(), 'Fjord')
  await user.click(await press('Save'))
  await user.click(screen.getByRole('link', { name: 'Cancel' }))
  await waitFor(() => expect(location.pathname).toBe('/crm/company/list'))
  resolve()
  expect(await screen.findByText('Done')).toBeTruthy()
  expect(location.pathname).toBe('/crm/company/list')
})

test('Cancel leads to the list and sends nothing', async () => {
  const { inputsOf } = mockCalls({})
  const { user } = create()
  await user.type(await name(), 'Fjord')
  await user.click(await screen.findByRole('link', { name: 'Cancel' }))
  await waitFor(() => expect(location.pathname).toBe('/crm/company/list'))
  expect(inputsOf('POST /api/company/')).toEqual([])
})

test('a changed record leads back to the list as it was left, with its filters, order and page; so do Cancel and the breadcrumb', async () => {
  mockCalls({ 'GET /api/company/:uniqueId': () => sampleCompany(1), 'PATCH /api/company/': saved })
  rememberQuery('/crm/company/list', '?q=berg&sort=country&page=2')
  const { user, close } = edit()
  await user.type(await name(), ' Ltd')
  await user.click(await press('Save'))
  await waitFor(() => expect(location.pathname + location.search).toBe('/crm/company/list?q=berg&sort=country&page=2'))
  close()
  rememberQuery('/crm/company/list', '?q=fjord')
  edit()
  await name()
  for (const link of ['Cancel', 'Companies'])
    expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe('/crm/company/list?q=fjord')
})

test('a new record leads to the whole list, since it may not match the filters', async () => {
  mockCalls({ 'POST /api/company/': saved })
  rememberQuery('/crm/company/list', '?q=berg')
  const { user } = create()
  await user.type(await name(), 'Fjord')
  await user.click(await press('Save'))
  await waitFor(() => expect(location.pathname + location.search).toBe('/crm/company/list'))
})

/** A server on which somebody else has saved these fields since the form was opened: it rejects a change of an older version. */
const changedElsewhere = (fields: Partial<Company>) => {
  let current = sampleCompany(1)
  return mockCalls({
    'GET /api/company/:uniqueId': () => sampleCompany(1),
    'PATCH /api/company/': ({ updatedAt, ...changes }) => {
      if (current.updatedAt === sampleCompany(1).updatedAt)
        current = sampleCompany(1, { ...fields, updatedAt: '2026-03-02T10:00:00.000Z' })
      if (updatedAt !== current.updatedAt) throw new Failure(409, 'Anna Berg changed this meanwhile', current)
      return { ...current, ...(changes as Partial<Company>) }
    },
  })
}

test('a field changed on both sides: shows both values, and keeps mine on request', async () => {
  const { inputsOf } = changedElsewhere({ legalName: 'Theirs' })
  const { user } = edit()
  await user.clear(await name())
  await user.type(await name(), 'Mine{Enter}')
  const conflict = await screen.findByRole('alert', { name: 'Anna Berg changed this meanwhile' })
  expect(document.activeElement).toBe(conflict)
  expect(within(conflict).getByRole('row', { name: 'Legal name Mine Theirs' })).toBeTruthy()
  await user.click(within(conflict).getByRole('button', { name: 'Keep mine' }))
  await waitFor(() => expect(location.pathname).toBe('/crm/company/list'))
  expect(inputsOf('PATCH /api/company/').at(-1)).toMatchObject({ legalName: 'Mine', updatedAt: '2026-03-02T10:00:00.000Z' })
})

test('a field changed on both sides: takes theirs on request, and keeps other typed text', async () => {
  const { inputsOf } = changedElsewhere({ legalName: 'Theirs' })
  const { user } = edit()
  await user.clear(await website())
  await user.type(await website(), 'mine.example')
  await user.type(await name(), ' Ltd{Enter}')
  await user.click(await press('Use the saved version'))
  expect((await name()).value).toBe('Theirs')
  expect((await website()).value).toBe('mine.example')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(document.activeElement).toBe(await name())
  await user.click(await press('Save'))
  await waitFor(() => expect(location.pathname).toBe('/crm/company/list'))
  expect(inputsOf('PATCH /api/company/').at(-1)).toEqual({
    website: 'mine.example',
    uniqueId: companyId(1),
    updatedAt: '2026-03-02T10:00:00.000Z',
  })
})

test('fields changed only by others cause no conflict: both changes are kept', async () => {
  const { inputsOf } = changedElsewhere({ website: 'https://theirs.example' })
  const { user } = edit()
  await user.type(await name(), ' Ltd{Enter}')
  await waitFor(() => expect(location.pathname).toBe('/crm/company/list'))
  expect(inputsOf('PATCH /api/company/').at(-1)).toEqual({
    legalName: 'Company 1 Ltd',
    uniqueId: companyId(1),
    updatedAt: '2026-03-02T10:00:00.000Z',
  })
})

test('fields that are only sent together have the values of others where only they changed them', async () => {
  const { inputsOf } = changedElsewhere({ website: 'https://theirs.example' })
  const { user } = renderScreen(<Form sent={(_, values) => values} />, {
    at: `/crm/company/edit/${companyId(1)}`,
    path: '/crm/company/edit/:uniqueId',
  })
  await user.type(await name(), ' Ltd{Enter}')
  await waitFor(() => expect(location.pathname).toBe('/crm/company/list'))
  expect(inputsOf('PATCH /api/company/').at(-1)).toEqual({
    legalName: 'Company 1 Ltd',
    website: 'https://theirs.example',
    uniqueId: companyId(1),
    updatedAt: '2026-03-02T10:00:00.000Z',
  })
})

test('keeping mine of a field changed on both sides does not undo what others changed in fields sent together with it', async () => {
  const { inputsOf } = changedElsewhere({ legalName: 'Theirs', website: 'https://theirs.example' })
  const { user } = renderScreen(<Form sent={(_, values) => values} />, {
    at: `/crm/company/edit/${companyId(1)}`,
    path: '/crm/company/edit/:uniqueId',
  })
  await user.clear(await name())
  await user.type(await name(), 'Mine{Enter}')
  await user.click(await press('Keep mine'))
  await waitFor(() => expect(location.pathname).toBe('/crm/company/list'))
  expect(inputsOf('PATCH /api/company/').at(-1)).toMatchObject({ legalName: 'Mine', website: 'https://theirs.example' })
})

test('the form of a record that is not there leads to its list, and that of a merged one to the record that replaced it', async () => {
  mockCalls({ 'GET /api/company/:uniqueId': () => throwFailure(new Failure(404, 'Company not found')) })
  const { close } = edit()
  const alert = await screen.findByRole('alert')
  expect((await within(alert).findByRole('link', { name: 'Companies' })).getAttribute('href')).toBe('/crm/company/list')
  close()
  mockCalls({
    'GET /api/company/:uniqueId': ({ uniqueId }) =>
      uniqueId === companyId(2)
        ? sampleCompany(2)
        : throwFailure(new Failure(404, 'Company not found', { mergedInto: companyId(2) })),
  })
  edit()
  expect((await name()).value).toBe('Company 2')
  expect(location.pathname).toBe(`/crm/company/edit/${companyId(2)}`)
})
