// @vitest-environment jsdom
import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderScreen } from '../../../test/visit.tsx'
import { Picker } from './Picker.tsx'
import { SavingFields } from './SavingFields.tsx'

const Fields = () => {
  const [isSaving, setSaving] = useState(false)
  const [text, setText] = useState('Fjord')
  const [isTicked, setTicked] = useState(false)
  const [country, setCountry] = useState<string | null>('Norway')
  return (
    <>
      <SavingFields isSaving={isSaving}>
        <TextInput label="Name" value={text} onChange={(event) => setText(event.currentTarget.value)} />
        <Checkbox label="Listed" checked={isTicked} onChange={(event) => setTicked(event.currentTarget.checked)} />
        <Picker name="country" label="Country" data={['Norway', 'Chile']} value={country} onChange={setCountry} />
        <button type="button" onClick={() => setText('Cleared')}>
          Clear
        </button>
        <Textarea label="Note" defaultValue="Free" />
      </SavingFields>
      <button type="button" onClick={() => setSaving(!isSaving)}>
        Save
      </button>
    </>
  )
}

const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })

test('fields are read-only while they are saved, keep the focus, and can be changed afterwards', async () => {
  const { user } = renderScreen(<Fields />)
  await user.type(name(), ' AS')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(name().closest('[aria-busy=true]')).toBeTruthy()
  await user.keyboard(' lost')
  expect(document.activeElement).toBe(name())
  fireEvent.change(name(), { target: { value: 'By voice' } }) // what is not typed by keys
  await user.click(screen.getByRole('checkbox', { name: 'Listed' }))
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  await user.type(screen.getByRole('textbox', { name: 'Note' }), ' lost')
  expect(name().value).toBe('Fjord AS')
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Listed' }).checked).toBe(false)
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Note' }).value).toBe('Free')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await user.type(name(), ' kept')
  expect(name().value).toBe('Fjord AS kept')
})

test('a list that was open when saving began chooses nothing', async () => {
  const { user } = renderScreen(<Fields />)
  const country = screen.getByRole<HTMLInputElement>('combobox', { name: 'Country' })
  await user.click(country)
  const option = await screen.findByRole('option', { name: 'Chile' })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  fireEvent.click(option)
  expect(country.value).toBe('Norway')
})

test('Tab moves on while fields are saved', async () => {
  const { user } = renderScreen(<Fields />)
  await user.click(name())
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Listed' }))
})
