// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderScreen } from '../../../test/visit.tsx'
import { ContactForm } from './ContactForm.tsx'
import type { Outbox } from './outbox.ts'
import { emptyCompany, newContact, type Piece } from './pieces.ts'

const companies = [
  { id: 'c1', name: 'Müller & Söhne GmbH' },
  { id: 'c2', name: 'Nord' },
]

const open = (legalName = '', piece: Partial<Piece> = {}) => {
  const [save, done] = [vi.fn<(piece: Piece) => Promise<boolean>>(async () => true), vi.fn<() => void>()]
  const values = { firstName: 'Ada', lastName: 'Berg', title: 'Buyer', newCompany: emptyCompany(legalName) }
  const page = renderScreen(
    <ContactForm
      piece={{ ...newContact(values), ...piece } as ReturnType<typeof newContact>}
      outbox={{ save } as unknown as Outbox}
      companies={companies}
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
