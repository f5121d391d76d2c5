// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import type { CustomField } from '@tradewind/contract/kit/custom/custom.contract'
import { expect, test } from 'vitest'
import { Failure } from '#kit/api/failure'
import { listAnswer, mockCalls, throwFailure } from '../../../test/answers.ts'
import { sampleCustomField } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import CustomFields from './CustomFields.tsx'

/** Mocks a server that stores custom fields of companies. */
const open = (...fields: CustomField[]) => {
  const kept = new Map(fields.map((field) => [field.uniqueId, field]))
  const change = (uniqueId: string, given: Partial<CustomField>) => {
    kept.set(uniqueId, { ...kept.get(uniqueId)!, ...given })
    return kept.get(uniqueId)!
  }
  const server = mockCalls({
    'GET /api/customField/': ({ kind }) =>
      listAnswer(
        [...kept.values()].filter((field) => field.kind === kind).toSorted((one, other) => one.position - other.position),
      ),
    'POST /api/customField/': ({ label, type }) => {
      if (label.trim() === '')
        throwFailure(new Failure(422, 'Check the fields.', { label: 'Name is required', choices: 'Enter at least one choice' }))
      const field = sampleCustomField(9, { label, type })
      kept.set(field.uniqueId, field)
      return field
    },
    'PATCH /api/customField/': ({ uniqueId, updatedAt, ...given }) => {
      const now = kept.get(uniqueId)!
      if (updatedAt && updatedAt !== now.updatedAt) throwFailure(new Failure(409, 'Ada Nord has changed this meanwhile.', now))
      return change(uniqueId, given as Partial<CustomField>)
    },
    'POST /api/customField/:uniqueId/retire': ({ uniqueId }) => change(uniqueId, { retiredAt: '2026-03-02T10:00:00.000Z' }),
    'POST /api/customField/:uniqueId/bringBack': ({ uniqueId }) => change(uniqueId, { retiredAt: null }),
  })
  return { ...server, change, ...renderScreen(<CustomFields />, { at: '/crm/customField/list' }) }
}

const rows = async () =>
  within(await screen.findByRole('table', { name: 'Fields in use' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]!.textContent)

const act = async (user: ReturnType<typeof open>['user'], name: string, entry: string) => {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: entry }))
}

test('adds a field with its choices, and shows errors at their inputs', async () => {
  const { user, inputsOf } = open()
  await user.click((await screen.findAllByRole('button', { name: 'New field' }))[0]!)
  const dialog = within(await screen.findByRole('dialog'))
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Type' }), 'Choice')
  await user.type(dialog.getByRole('textbox', { name: 'Choice 1' }), 'Red{Enter}Blue')
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Choice 2' }).value).toBe('Blue')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Name is required')).toBeTruthy()
  expect(dialog.getByText('Enter at least one choice')).toBeTruthy()
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Colour')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(inputsOf('POST /api/customField/').at(-1)).toEqual({
    kind: 'company',
    label: 'Colour',
    type: 'CHOICE',
    choices: [
      { label: 'Red', isRetired: false },
      { label: 'Blue', isRetired: false },
    ],
  })
  expect(await rows()).toEqual(['Colour'])
})

test('renames, retires and reorders the choices of a field, and sends known ones with their keys', async () => {
  const choices = [
    { key: 'red', label: 'Red', isRetired: false },
    { key: 'blue', label: 'Blue', isRetired: false },
  ]
  const field = sampleCustomField(1, { label: 'Colour', type: 'CHOICE', choices })
  const { user, inputsOf } = open(field)
  await act(user, 'Colour', 'Edit')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Type' }).disabled).toBe(true)
  await user.type(dialog.getByRole('textbox', { name: 'Choice 1' }), 'dish')
  await user.click(dialog.getByRole('button', { name: 'Retire Blue' }))
  await user.click(dialog.getByRole('button', { name: 'Move Choice 2 up' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(inputsOf('PATCH /api/customField/')).toEqual([
    {
      uniqueId: field.uniqueId,
      updatedAt: field.updatedAt,
      label: 'Colour',
      choices: [
        { key: 'blue', label: 'Blue', isRetired: true },
        { key: 'red', label: 'Reddish', isRetired: false },
      ],
    },
  ])
})

test('a field that another admin has moved meanwhile is saved all the same', async () => {
  const { user, inputsOf, change } = open(sampleCustomField(1, { label: 'Colour' }))
  await act(user, 'Colour', 'Edit')
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 's')
  change(sampleCustomField(1).uniqueId, { position: 3, updatedAt: '2026-03-05T10:00:00.000Z' })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(inputsOf('PATCH /api/customField/').at(-1)).toMatchObject({ label: 'Colours', updatedAt: '2026-03-05T10:00:00.000Z' })
})

test('a choice that another admin has added meanwhile is shown and kept', async () => {
  const red = { key: 'red', label: 'Red', isRetired: false }
  const green = { key: 'green', label: 'Green', isRetired: false }
  const field = sampleCustomField(1, { label: 'Colour', type: 'CHOICE', choices: [red] })
  const { user, inputsOf, change } = open(field)
  await act(user, 'Colour', 'Edit')
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: 'Choice 1' }), 'dish')
  change(field.uniqueId, { choices: [red, green], updatedAt: '2026-03-05T10:00:00.000Z' })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Ada Nord has changed this meanwhile.')).toBeTruthy()
  expect((await dialog.findByRole<HTMLInputElement>('textbox', { name: 'Choice 2' })).value).toBe('Green')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(inputsOf('PATCH /api/customField/').at(-1)).toMatchObject({ choices: [{ ...red, label: 'Reddish' }, green] })
})

test('moves fields, retires them after a confirmation, and brings them back', async () => {
  const { user, inputsOf } = open(
    sampleCustomField(1, { label: 'Size', position: 0 }),
    sampleCustomField(2, { label: 'Link', position: 1 }),
  )
  expect(await rows()).toEqual(['Size', 'Link'])
  await user.click(screen.getByRole('button', { name: 'Move Link up' }))
  await waitFor(async () => expect(await rows()).toEqual(['Link', 'Size']))
  await act(user, 'Size', 'Retire')
  const question = within(await screen.findByRole('dialog'))
  expect(question.getByText(/Records keep their values/)).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Retire' }))
  await user.click(await screen.findByRole('button', { name: 'Bring Size back' }))
  await waitFor(() => expect(inputsOf('POST /api/customField/:uniqueId/bringBack')).toHaveLength(1))
  await waitFor(async () => expect(await rows()).toContain('Size'))
})

test('offers no new field if 50 are in use; each kind of record has its own limit', async () => {
  const many = Array.from({ length: 50 }, (_, at) => sampleCustomField(at + 1, { label: `Field ${at}`, position: at }))
  const { user } = open(...many)
  expect(await screen.findByText(/50 of 50 fields are in use/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'New field' }).hasAttribute('disabled')).toBe(true)
  await user.click(screen.getByRole('tab', { name: 'Contacts' }))
  expect(await screen.findByText('No custom fields yet')).toBeTruthy()
})

test('a new field that is typed survives a reload, with its choices', async () => {
  const dialog = async (user: ReturnType<typeof open>['user']) => {
    await user.click((await screen.findAllByRole('button', { name: 'New field' }))[0]!)
    return within(await screen.findByRole('dialog'))
  }
  const first = open()
  const typed = await dialog(first.user)
  await first.user.type(typed.getByRole('textbox', { name: 'Name' }), 'Colour')
  await first.user.selectOptions(typed.getByRole('combobox', { name: 'Type' }), 'Choice')
  await first.user.type(typed.getByRole('textbox', { name: 'Choice 1' }), 'Red')
  first.close()
  const { user } = open()
  const restored = await dialog(user)
  expect(restored.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Colour')
  expect(restored.getByRole<HTMLInputElement>('textbox', { name: 'Choice 1' }).value).toBe('Red')
  await user.click(restored.getByRole('button', { name: 'Discard' }))
  expect(restored.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('')
})
