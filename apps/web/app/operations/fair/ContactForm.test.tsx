// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import type { CustomField } from '@tradewind/contract/kit/custom/custom.contract'
import { expect, test, vi } from 'vitest'
import { sampleCustomField } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { ContactForm } from './ContactForm.tsx'
import type { Outbox } from './outbox.ts'
import { emptyCompany, newContact, type Piece } from './pieces.ts'

const companies = [
  { id: 'c1', name: 'Müller & Söhne GmbH' },
  { id: 'c2', name: 'Nord' },
]

const open = (legalName = '', piece: Partial<Piece> = {}, customFields: CustomField[] = []) => {
  const [save, done] = [vi.fn<(piece: Piece) => Promise<boolean>>(async () => true), vi.fn<() => void>()]
  const values = { firstName: 'Ada', lastName: 'Berg', title: 'Buyer', newCompany: emptyCompany(legalName) }
  const page = renderScreen(
    <ContactForm
      piece={{ ...newContact(values), ...piece } as ReturnType<typeof newContact>}
      outbox={{ save } as unknown as Outbox}
      companies={companies}
      customFields={customFields}
      onDone={done}
    />,
  )
  return { ...page, save, done }
}

test('a known company is offered while its name is typed, however it is spelt, and used with one press', async () => {
  const { user, save } = open()
  const name = await screen.findByLabelText(/Legal Name/)
  await user.type(name, 'muller und')
  expect(screen.queryByText('This may be an existing company')).toBeNull()
  await user.clear(name)
  await user.type(name, 'Mueller + Soehne')
  expect(screen.getByText('This may be an existing company')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Use the existing “Müller & Söhne GmbH”' }))
  expect(save.mock.lastCall?.[0].values).toMatchObject({ company: { id: 'c1' }, newCompany: null })
  expect(screen.queryByLabelText(/Legal Name/)).toBeNull()
})

test('a contact is not saved with a new company of a known name, which the server would refuse; changing the name corrects it', async () => {
  const { user, save, done } = open('Nord ')
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  const sentence = 'There is already a company of this name. Use it, or change the name.'
  expect(screen.getByText(sentence)).toBeTruthy()
  expect([save.mock.calls.length, done.mock.calls.length]).toEqual([0, 0])
  expect(document.activeElement).toBe(screen.getByLabelText(/Legal Name/))
  await user.type(screen.getByLabelText(/Legal Name/), 'wind')
  expect(screen.queryByText(sentence)).toBeNull()
})

test('what was typed with a known name is saved with the known company', async () => {
  const { user, save, done } = open('nord')
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  await user.click(screen.getByRole('button', { name: 'Use the existing “Nord”' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(save.mock.lastCall?.[0]).toMatchObject({ state: 'waiting', values: { company: { id: 'c2' }, firstName: 'Ada' } })
  expect(done).toHaveBeenCalledTimes(1)
})

test('the company that this entry has created already is not taken for another one', async () => {
  const { user } = open('Nord', { done: { company: 'c2' } })
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  expect(screen.queryByText(/There is already a company/)).toBeNull()
  expect(screen.queryByText('This may be an existing company')).toBeNull()
})

const customFields = [
  sampleCustomField(1, { key: 'budget', label: 'Budget', type: 'NUMBER' }),
  sampleCustomField(2, { key: 'samples', label: 'Wants samples', type: 'YES_NO' }),
]
const nord = { company: { id: 'c2', name: 'Nord' }, newCompany: null }

test('custom fields are behind a button, checked on the device and saved with the contact', async () => {
  const values = { ...newContact().values, firstName: 'Ada', lastName: 'Berg', title: 'Buyer', ...nord }
  const { user, save, done } = open('', { values }, customFields)
  expect(screen.queryByLabelText('Budget')).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Custom fields' }))
  const budget = await screen.findByRole('textbox', { name: 'Budget' })
  await waitFor(() => expect(document.activeElement).toBe(budget))
  await user.type(budget, '12k')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('This is not a number')).toBeTruthy()
  expect(done).not.toHaveBeenCalled()
  await user.clear(budget)
  await user.type(budget, '12345678901234567')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('This is too large')).toBeTruthy()
  expect(screen.queryByText('This is not a number')).toBeNull()
  await user.clear(budget)
  await user.type(budget, '1,200')
  await user.click(screen.getByRole('combobox', { name: 'Wants samples' }))
  await user.click(await screen.findByRole('option', { name: 'Yes' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const saved = { state: 'waiting', values: { custom: { budget: 1200, samples: true } } }
  await waitFor(() => expect(save.mock.lastCall?.[0]).toMatchObject(saved))
  expect(done).toHaveBeenCalledTimes(1)
})

test('shows an error of the server at its custom field, and does not send what was typed into one that was retired since', async () => {
  const values = { ...newContact().values, firstName: 'Ada', lastName: 'Berg', title: 'Buyer', ...nord }
  const fields = { 'custom.budget': 'This is too large', 'custom.gone': 'There is no field “gone” here' }
  const piece = { values: { ...values, custom: { budget: 7, gone: 'Typed before' } }, state: 'refused', fields } as const
  const { user, save } = open('', piece, customFields)
  expect(await screen.findByText('This is too large')).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: 'Budget' }), '5')
  expect(screen.queryByText('This is too large')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(save.mock.lastCall?.[0]).toMatchObject({ state: 'waiting' }))
  expect(save.mock.lastCall?.[0].values.custom).toEqual({ budget: 75 })
})
