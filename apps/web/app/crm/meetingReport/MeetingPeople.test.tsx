// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Failure } from '#kit/api/failure'
import { listAnswer, mockCalls, throwFailure } from '../../../test/answers.ts'
import { companyId, sampleCompany, sampleContact } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import MeetingForm from './MeetingForm.tsx'

const metwell = sampleCompany(1, { legalName: 'Metwell GmbH' })
const ada = sampleContact(1, { fullName: 'Ada Berg' })
const similarAda = {
  uniqueId: ada.uniqueId,
  fullName: 'Ada Berg',
  company: { uniqueId: metwell.uniqueId, legalName: 'Metwell GmbH' },
  email: 'ada@metwell.example',
  by: 'EMAIL' as const,
}

const open = (search = '', by = similarAda) => {
  const calls = mockCalls({
    'GET /api/company/': () => listAnswer([]),
    'GET /api/company/similar': ({ legalName, website }) =>
      listAnswer(
        legalName === 'Metwell' || website
          ? [{ uniqueId: metwell.uniqueId, legalName: 'Metwell GmbH', country: 'Norway', by: ['name' as const] }]
          : [],
      ),
    'GET /api/company/:uniqueId': () => metwell,
    'GET /api/contact/similar': () => listAnswer([by]),
    'GET /api/contact/fetchAllByCompany/:companyId': () => listAnswer([ada]),
    'GET /api/admin/options': () => listAnswer([]),
    'GET /api/project/': () => listAnswer([]),
    'GET /api/customField/': () => listAnswer([]),
    'POST /api/meeting/': () => throwFailure(new Failure(422, 'Please check the form', {})),
  })
  return { ...calls, ...renderScreen(<MeetingForm />, { at: `/crm/meeting/create${search}`, path: '/crm/meeting/create' }) }
}
type User = ReturnType<typeof open>['user']
const group = (name: string) => screen.findByRole('group', { name })
const attendees = () => screen.findByRole('combobox', { name: /Attendees/ })
const undo = async (user: User) => user.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'Undo' }))
const typeNewCompany = async (user: User) => {
  await user.type(await screen.findByRole('combobox', { name: /Company/ }), 'Metwell')
  await user.click(await screen.findByRole('option', { name: 'New: “Metwell”' }))
}
const typeNewContact = async (user: User) => {
  // The contact of a new company is open already.
  if (!screen.queryByRole('group', { name: 'New contact' })) await user.click(screen.getByRole('button', { name: 'New contact' }))
  await user.type(within(await group('New contact')).getByRole('textbox', { name: /Title/ }), 'Buyer')
  await user.type(within(await group('New contact')).getByRole('textbox', { name: /Email/ }), 'ada@metwell.example')
}
const send = async ({ user, inputsOf }: Pick<ReturnType<typeof open>, 'user' | 'inputsOf'>) => {
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(inputsOf('POST /api/meeting/')).toHaveLength(1))
  return inputsOf('POST /api/meeting/')[0]
}

test('a new company that may exist already can give way to the existing one; new contacts stay, and Undo restores what was typed', async () => {
  const { user, inputsOf } = open()
  await typeNewCompany(user)
  await user.type(within(await group('New contact')).getByRole('textbox', { name: /Title/ }), 'Buyer')
  const company = within(await group('New company'))
  expect((await company.findByRole('link', { name: 'Metwell GmbH' })).getAttribute('href')).toBe(
    `/crm/company/show/${companyId(1)}`,
  )
  await user.click(company.getByRole('button', { name: 'Use this company, Metwell GmbH' }))
  const chosen = await screen.findByRole<HTMLInputElement>('combobox', { name: /Company/ })
  await waitFor(() => expect(chosen.value).toBe('Metwell GmbH'))
  expect(document.activeElement).toBe(chosen)
  expect(within(await group('New contact')).getByDisplayValue('Buyer')).toBeTruthy()
  await undo(user)
  expect(within(await group('New company')).getByDisplayValue('Metwell')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Use this company, Metwell GmbH' }))
  expect(await send({ user, inputsOf })).toMatchObject({ companyUID: companyId(1), newContacts: [{ title: 'Buyer' }] })
})

test('a new contact that may exist already can give way to the existing one, who attends; Undo restores what was typed', async () => {
  const { user, inputsOf } = open(`?company=${companyId(1)}`)
  await attendees()
  await typeNewContact(user)
  await user.click(await screen.findByRole('button', { name: 'Use this contact, Ada Berg' }))
  expect(screen.queryByRole('group', { name: 'New contact' })).toBeNull()
  expect(await screen.findByText('Ada Berg')).toBeTruthy()
  expect(document.activeElement).toBe(await attendees())
  await undo(user)
  expect(within(await group('New contact')).getByDisplayValue('Buyer')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Use this contact, Ada Berg' }))
  expect(await send({ user, inputsOf })).toMatchObject({ attendees: [ada.uniqueId], newContacts: [] })
})

test('an existing contact brings its company along, instead of the new one', async () => {
  const { user, inputsOf } = open()
  await typeNewCompany(user)
  await typeNewContact(user)
  const use = { name: 'Use this contact and its company, Ada Berg' }
  await user.click(await screen.findByRole('button', use))
  const chosen = await screen.findByRole<HTMLInputElement>('combobox', { name: /Company/ })
  await waitFor(() => expect(chosen.value).toBe('Metwell GmbH'))
  await undo(user)
  expect(within(await group('New company')).getByDisplayValue('Metwell')).toBeTruthy()
  expect(within(await group('New contact')).getByDisplayValue('Buyer')).toBeTruthy()
  await user.click(await screen.findByRole('button', use))
  expect(await send({ user, inputsOf })).toMatchObject({ companyUID: companyId(1), attendees: [ada.uniqueId], newContacts: [] })
})

test('a contact of another company is named, but cannot attend a meeting of this one', async () => {
  const elsewhere = { ...similarAda, company: { uniqueId: companyId(2), legalName: 'Elsewhere' } }
  const { user } = open(`?company=${companyId(1)}`, elsewhere)
  await attendees()
  await typeNewContact(user)
  expect(await screen.findByText(/Elsewhere/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Use this contact/ })).toBeNull()
})
