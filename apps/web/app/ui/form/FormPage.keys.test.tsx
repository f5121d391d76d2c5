// @vitest-environment jsdom
import { Textarea } from '@mantine/core'
import { screen, waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { expect, test } from 'vitest'
import { Failure } from '#kit/api/failure'
import { type FieldProps, FormPage } from '#ui/form/FormPage'
import { Picker } from '#ui/form/Picker'
import { mockCalls, throwFailure } from '../../../test/answers.ts'
import { sampleCompany } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'

const Form = ({ NameInput }: { NameInput: ComponentType<FieldProps> }) => (
  <FormPage
    kind="company"
    listTitle="Companies"
    newTitle="New company"
    nameOf={({ legalName }) => legalName}
    empty={{ legalName: '' }}
    labels={{ legalName: 'Legal name' }}
    required={['legalName']}
  >
    {(field) => <NameInput {...field('legalName')} />}
  </FormPage>
)

const createAddress = { at: '/crm/company/create', path: '/crm/company/create' }
const refusal = new Failure(422, 'Please check the form', { legalName: 'There is already “Fjord”' })
const saved = (fields: object) => sampleCompany(1, fields)

test.each(['Control', 'Meta'])('%s+Enter saves from any field, also where Enter alone does not', async (key) => {
  const { inputsOf } = mockCalls({ 'POST /api/company/': saved })
  const { user } = renderScreen(<Form NameInput={Textarea} />, createAddress)
  await user.type(await screen.findByRole('textbox', { name: 'Legal name' }), `Fjord{${key}>}{Enter}{/${key}}`)
  await waitFor(() => expect(inputsOf('POST /api/company/')).toEqual([{ legalName: 'Fjord' }]))
})

/** A field in which several can be chosen: its list stays open for the next one. */
const Several = ({ label, value, onChange }: FieldProps) => (
  <Picker
    multiple
    label={label}
    data={['Fjord', 'Fell']}
    value={value ? [String(value)] : []}
    onChange={([first = '']) => onChange(first)}
  />
)

test('Ctrl+Enter saves below the open list of a field, unless something is typed or highlighted there: that is chosen first', async () => {
  const { inputsOf } = mockCalls({ 'POST /api/company/': saved })
  const { user } = renderScreen(<Form NameInput={Several} />, createAddress)
  await user.type(await screen.findByRole('combobox', { name: 'Legal name' }), 'fj{Control>}{Enter}{/Control}')
  expect(await screen.findByText('Fjord')).toBeTruthy()
  expect(inputsOf('POST /api/company/')).toEqual([])
  await user.keyboard('{ArrowDown}{Control>}{Enter}{Enter}{/Control}')
  await waitFor(() => expect(inputsOf('POST /api/company/')).toEqual([{ legalName: 'Fjord' }]))
})

/** A field in which one is chosen. */
const One = ({ label, value, onChange }: FieldProps) => (
  <Picker label={label} data={['Fjord', 'Fell']} value={String(value)} onChange={onChange} clearable />
)

test('Ctrl+Enter saves below the open list of a field that has a choice; other text or a highlighted option is chosen first', async () => {
  const { inputsOf } = mockCalls({ 'POST /api/company/': () => throwFailure(refusal) })
  const { user } = renderScreen(<Form NameInput={One} />, createAddress)
  const sent = () => inputsOf('POST /api/company/').map(({ legalName }) => legalName)
  const box = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Legal name' })
  await user.type(box, 'fj{Enter}')
  await user.click(box)
  await screen.findByRole('listbox')
  expect(box.value).toBe('Fjord')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sent()).toEqual(['Fjord']))
  await user.click(box)
  await user.keyboard('fe{Control>}{Enter}{/Control}')
  await waitFor(() => expect(box.value).toBe('Fell'))
  expect(sent()).toHaveLength(1)
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sent()).toEqual(['Fjord', 'Fell']))
  await user.clear(box) // confirmed, this clears the choice
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(sent()).toHaveLength(2)
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sent()).toHaveLength(3))
  expect(sent()[2]).not.toBe('Fell')
})
