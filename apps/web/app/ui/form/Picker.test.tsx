// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Picker } from '#ui/form/Picker'
import { renderScreen } from '../../../test/visit.tsx'

const countries = ['Norway', 'Sweden', 'Côte d’Ivoire', 'New Zealand']
const submit = vi.fn<() => void>()
const chosen = vi.fn<(value: unknown) => void>()

const One = ({ start = null, clearable = false }: { start?: string | null; clearable?: boolean }) => {
  const [value, setValue] = useState(start)
  const change = (next: string | null) => {
    chosen(next)
    setValue(next)
  }
  return (
    <form action={submit}>
      <Picker label="Country" data={countries} value={value} onChange={change} clearable={clearable} />
      <button>Save</button>
    </form>
  )
}

const Several = () => {
  const [value, setValue] = useState(['Sweden'])
  const change = (next: string[]) => {
    chosen(next)
    setValue(next)
  }
  return <Picker multiple label="Countries" data={countries} value={value} onChange={change} />
}

const open = (picker: React.ReactNode) => {
  submit.mockClear()
  chosen.mockClear()
  return renderScreen(picker)
}
const field = () => screen.getByRole<HTMLInputElement>('combobox')
const offered = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

test('typing filters the options, ignoring case and accents, and Enter chooses the first', async () => {
  const { user } = open(<One />)
  await user.click(field())
  expect(offered()).toEqual(countries)
  await user.type(field(), 'COTE')
  expect(offered()).toEqual(['Côte d’Ivoire'])
  const [first] = screen.getAllByRole('option')
  expect(field().getAttribute('aria-activedescendant')).toBe(first?.id)
  await user.keyboard('{Enter}')
  expect(field().value).toBe('Côte d’Ivoire')
  expect(chosen).toHaveBeenCalledExactlyOnceWith('Côte d’Ivoire')
  expect(submit).not.toHaveBeenCalled()
})

test('arrow keys move to another match, and Tab chooses it and moves on', async () => {
  const { user } = open(<One />)
  await user.click(field())
  await user.type(field(), 'n')
  expect(offered()[0]).toBe('Norway')
  await user.keyboard('{ArrowDown}{Tab}')
  expect(chosen).toHaveBeenCalledExactlyOnceWith('New Zealand')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save' }))
  expect(offered()).toEqual([])
})

test('a click on an option chooses it', async () => {
  const { user } = open(<One />)
  await user.click(field())
  await user.click(screen.getByRole('option', { name: 'Sweden' }))
  expect(field().value).toBe('Sweden')
})

test.each(['a click', 'Enter'])('%s on the option that is already chosen restores its label', async (way) => {
  const { user } = open(<One start="Sweden" />)
  await user.tab()
  await user.keyboard('swe')
  await (way === 'Enter' ? user.keyboard('{Enter}') : user.click(screen.getByRole('option', { name: 'Sweden' })))
  expect(field().value).toBe('Sweden')
  expect(chosen).not.toHaveBeenCalled()
})

test('focus selects the chosen text so that typing searches again, and Escape restores it', async () => {
  const { user } = open(<One start="Sweden" />)
  await user.tab()
  await user.keyboard('Nor')
  expect(field().value).toBe('Nor')
  await user.keyboard('{Escape}')
  expect(field().value).toBe('Sweden')
  expect(offered()).toEqual([])
  expect(chosen).not.toHaveBeenCalled()
})

test('reports that nothing matches, and restores the chosen value on blur', async () => {
  const { user } = open(<One start="Sweden" />)
  await user.tab()
  await user.keyboard('Atlantis')
  expect(screen.getByText('Nothing matches “Atlantis”')).toBeTruthy()
  await user.tab()
  expect(field().value).toBe('Sweden')
  expect(chosen).not.toHaveBeenCalled()
})

test('clearing the text clears an optional value, and restores a required one', async () => {
  const { user, close } = open(<One start="Sweden" clearable />)
  await user.tab()
  await user.keyboard('{Backspace}{Tab}')
  expect(chosen).toHaveBeenCalledExactlyOnceWith(null)
  expect(field().value).toBe('')
  close()
  const required = open(<One start="Sweden" />)
  await required.user.tab()
  await required.user.keyboard('{Backspace}{Tab}')
  expect(chosen).not.toHaveBeenCalled()
  expect(field().value).toBe('Sweden')
})

test('multiple: hides chosen options, keeps the list open for the next, and Backspace removes the last one', async () => {
  const { user } = open(<Several />)
  await user.click(field())
  expect(offered()).not.toContain('Sweden')
  await user.type(field(), 'nor')
  await user.keyboard('{Enter}')
  expect(chosen).toHaveBeenLastCalledWith(['Sweden', 'Norway'])
  expect(field().value).toBe('')
  expect(offered()).toEqual(['Côte d’Ivoire', 'New Zealand'])
  await user.keyboard('{Backspace}')
  expect(chosen).toHaveBeenLastCalledWith(['Sweden'])
})

test('clearing the text and clicking elsewhere clears an optional value, and restores a required one', async () => {
  const { user, unmount } = open(<One start="Sweden" clearable />)
  await user.click(field())
  await user.clear(field())
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(chosen).toHaveBeenLastCalledWith(null)
  expect(field().value).toBe('')
  unmount()
  const other = open(<One start="Sweden" />)
  await other.user.click(field())
  await other.user.clear(field())
  await other.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(chosen).not.toHaveBeenCalled()
  expect(field().value).toBe('Sweden')
})
