// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { companyPolicy } from '@tradewind/contract/crm/policies'
import type { Role } from '@tradewind/contract/roles'
import { expect, test } from 'vitest'
import { Failure } from '#kit/api/failure'
import { readRecents } from '#kit/browser/recents'
import { DetailPage } from '#ui/record/DetailPage'
import { listAnswer, mockCalls, throwFailure } from '../../../test/answers.ts'
import { companyId, sampleCompany } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'

const Show = () => (
  <DetailPage kind="company" policy={companyPolicy} listTitle="Companies" nameOf={({ legalName }) => legalName}>
    {({ website }) => <p>On the web: {website}</p>}
  </DetailPage>
)

const show = (role: Role = 'ROLE_TENANT_ADMIN') =>
  renderScreen(<Show />, { at: `/crm/company/show/${companyId(1)}`, path: '/crm/company/show/:uniqueId', role })

const reading = { 'GET /api/company/:uniqueId': () => sampleCompany(1) }
const removed = { uniqueId: companyId(1) }
const press = (name: string) => screen.findByRole('button', { name })
const onList = () => waitFor(() => expect(location.pathname).toBe('/crm/company/list'))

test('a record is shown with its name and with links to its list and its form', async () => {
  mockCalls(reading)
  show()
  expect(await screen.findByRole('heading', { name: 'Company 1' })).toBeTruthy()
  expect(screen.getByText('On the web: https://company1.example')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Companies' }).getAttribute('href')).toBe('/crm/company/list')
  expect(screen.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(`/crm/company/edit/${companyId(1)}`)
})

const Noting = () => (
  <DetailPage kind="company" policy={companyPolicy} listTitle="Companies" nameOf={({ legalName }) => legalName}>
    {() => <input aria-label="Note" />}
  </DetailPage>
)
const note = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Note' })

test('what is typed on the page of a record is not carried to the page of the next one', async () => {
  mockCalls({ 'GET /api/company/:uniqueId': ({ uniqueId }) => sampleCompany(uniqueId === companyId(1) ? 1 : 2) })
  const at = `/crm/company/show/${companyId(2)}`
  const { user, router } = renderScreen(<Noting />, { at, path: '/crm/company/show/:uniqueId' })
  await note()
  await act(() => router.navigate(`/crm/company/show/${companyId(1)}`))
  await screen.findByRole('heading', { name: 'Company 1' })
  await user.type(await note(), 'For company 1')
  await act(() => router.navigate(-1))
  await screen.findByRole('heading', { name: 'Company 2' })
  expect((await note()).value).toBe('')
})

test('an actor who may neither change nor delete the record is not offered either', async () => {
  mockCalls(reading)
  show('ROLE_ADMIN')
  await screen.findByText(/On the web/)
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
})

test('a record that does not exist offers no retry', async () => {
  mockCalls({ 'GET /api/company/:uniqueId': () => throwFailure(new Failure(404, 'Company not found')) })
  show()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Company not found')
  expect(within(alert).getByRole('link', { name: 'Companies' }).getAttribute('href')).toBe('/crm/company/list')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('an address that was cut off leads to no record, instead of an error about ids', async () => {
  mockCalls({
    'GET /api/company/:uniqueId': () => throwFailure(new Failure(422, 'Record not found', { uniqueId: 'This is not an id' })),
  })
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('Record not found')
  expect(screen.queryByText('This is not an id')).toBeNull()
})

test('the old address of a merged record opens the one into which it was merged', async () => {
  mockCalls({
    'GET /api/company/:uniqueId': ({ uniqueId }) =>
      uniqueId === companyId(2)
        ? sampleCompany(2)
        : throwFailure(new Failure(404, 'Record not found', { mergedInto: companyId(2) })),
  })
  show()
  expect(await screen.findByRole('heading', { name: 'Company 2' })).toBeTruthy()
  expect(location.pathname).toBe(`/crm/company/show/${companyId(2)}`)
})

test('deleting asks first and leads to the list, and Undo restores the record', async () => {
  const { inputsOf } = mockCalls({
    ...reading,
    'DELETE /api/company/:uniqueId': () => removed,
    'POST /api/trash/restore': () => ({ uniqueIds: [companyId(1)], belonging: [] }),
  })
  const { user } = show()
  await user.click(await press('Delete'))
  const question = await screen.findByRole('dialog', { name: 'Are you sure?' })
  expect(readRecents()).toMatchObject([{ name: 'Company 1' }])
  expect(question.textContent).toContain('Company 1')
  expect(question.textContent).toContain('It stays in the trash for 30 days.')
  expect(inputsOf('DELETE /api/company/:uniqueId')).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Yes, delete it!' }))
  await onList()
  expect(inputsOf('DELETE /api/company/:uniqueId')).toEqual([removed])
  // The search does not offer it any more.
  expect(readRecents()).toEqual([])
  await user.click(await press('Undo'))
  expect(await screen.findByText('It is back.')).toBeTruthy()
  expect(inputsOf('POST /api/trash/restore')).toEqual([{ kind: 'company', uniqueIds: [companyId(1)] }])
})

test('answering no deletes nothing', async () => {
  const { inputsOf } = mockCalls(reading)
  const { user } = show()
  await user.click(await press('Delete'))
  await user.click(await press('Cancel'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(inputsOf('DELETE /api/company/:uniqueId')).toEqual([])
  expect(location.pathname).toBe(`/crm/company/show/${companyId(1)}`)
})

test('a second confirmation names records that belong to the record, and they are deleted with it', async () => {
  const { inputsOf } = mockCalls({
    ...reading,
    'DELETE /api/company/:uniqueId': ({ cascade }) =>
      cascade ? removed : throwFailure(new Failure(409, 'In use', { contact: 2 })),
    'POST /api/trash/belonging': () =>
      listAnswer([{ kind: 'contact', count: 2, people: [{ uniqueId: companyId(9), fullName: 'Anna Berg', count: 2 }] }]),
  })
  const { user } = show()
  await user.click(await press('Delete'))
  await user.click(await press('Yes, delete it!'))
  expect(await screen.findByText(/2 contacts \(Anna Berg\)/)).toBeTruthy()
  await user.click(await press('Yes, Delete All!'))
  await onList()
  expect(inputsOf('DELETE /api/company/:uniqueId')).toEqual([removed, { ...removed, cascade: true }])
})

test('a refused deletion says why, and the record stays', async () => {
  mockCalls({ ...reading, 'DELETE /api/company/:uniqueId': () => throwFailure(new Failure(403, 'You may not do this')) })
  const { user } = show()
  await user.click(await press('Delete'))
  await user.click(await press('Yes, delete it!'))
  expect(await screen.findByText('You may not do this')).toBeTruthy()
  expect(location.pathname).toBe(`/crm/company/show/${companyId(1)}`)
})
