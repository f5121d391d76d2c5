// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderScreen } from '../../../test/visit.tsx'
import { CountrySelect } from './useFieldForm.tsx'

const Form = () => {
  const [country, setCountry] = useState('')
  const field = { id: 'country', name: 'country', label: 'Land', required: false, error: null, value: country }
  return (
    <>
      <CountrySelect {...field} onChange={(chosen) => setCountry(String(chosen))} />
      <output>{country}</output>
    </>
  )
}

const choose = async (typed: string, language: 'de' | 'en') => {
  const { user } = renderScreen(<Form />, { wording: { language, texts: language === 'de' ? { Germany: 'Deutschland' } : {} } })
  const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Land' })
  await user.type(input, `${typed}{Tab}`)
  return [input.value, screen.getByRole('status').textContent]
}

test.each([
  ['Deutschl', 'de', 'Deutschland', 'Germany'],
  ['germ', 'de', 'Deutschland', 'Germany'],
  ['China', 'de', 'China', 'China'],
  ['Germany', 'en', 'Germany', 'Germany'],
] as const)(
  'a country has its name in the reader’s language, and is also found by its English one: %s for a reader of %s',
  async (typed, language, ...chosen) => {
    expect(await choose(typed, language)).toEqual(chosen)
  },
)
