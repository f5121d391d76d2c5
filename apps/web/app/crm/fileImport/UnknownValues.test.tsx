// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { sampleCompany, sampleFileImport } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { UnknownValues } from './UnknownValues.tsx'

const types = 'companyTypeList'
const sample = sampleFileImport({
  state: 'CHECKED',
  fields: [
    {
      field: types,
      label: 'Company Types',
      required: true,
      choices: [
        { value: 'IMPORTER_DISTRIBUTOR', label: 'Importer / Distributor' },
        { value: 'ASSOCIATION', label: 'Association' },
      ],
    },
    { field: 'country', label: 'Country', required: true },
  ],
  unknown: [
    { field: types, text: 'Reseller', rows: 20, nearest: null },
    { field: types, text: 'Importer', rows: 1, nearest: 'IMPORTER_DISTRIBUTOR' },
    { field: 'country', text: 'Gemany', rows: 3, nearest: 'DE' },
  ],
})
const kept = { field: 'country', text: 'Atlantis', value: 'GR' }
const fileImport = {
  ...sample,
  options: { ...sample.options, values: [kept, { field: 'country', text: 'Gemany', value: 'GR' }] },
}
const meaningOf = (text: string) => screen.getByRole<HTMLInputElement>('combobox', { name: `Meaning of “${text}”` })

test('unknown values are listed with their rows and the nearest value, and those chosen are applied when the file is checked again', async () => {
  const { inputsOf } = mockCalls({ 'POST /api/massUpload/:uniqueId/check': () => ({ ...fileImport, state: 'CHECKING' }) })
  const { user } = renderScreen(<UnknownValues fileImport={fileImport} />)
  await screen.findByText('Values that are not known')
  expect(screen.getByText('Company Types · 20 rows')).toBeTruthy()
  expect(screen.getByText('Company Types · 1 row')).toBeTruthy()
  expect(['Reseller', 'Importer', 'Gemany'].map((text) => meaningOf(text).value)).toEqual([
    '',
    'Importer / Distributor',
    'Germany',
  ])
  await user.click(meaningOf('Reseller'))
  await user.click(await screen.findByRole('option', { name: 'Association' }))
  await user.click(screen.getByRole('button', { name: 'Apply and check again' }))
  await waitFor(() => expect(inputsOf('POST /api/massUpload/:uniqueId/check')).toHaveLength(1))
  expect(inputsOf('POST /api/massUpload/:uniqueId/check')).toEqual([
    {
      uniqueId: fileImport.uniqueId,
      values: [
        kept,
        { field: types, text: 'Importer', value: 'IMPORTER_DISTRIBUTOR' },
        { field: 'country', text: 'Gemany', value: 'DE' },
        { field: types, text: 'Reseller', value: 'ASSOCIATION' },
      ],
    },
  ])
})

test('without a chosen value there is nothing to apply, and a file whose values are all known shows none', async () => {
  mockCalls({})
  const [reseller] = fileImport.unknown
  const { close } = renderScreen(<UnknownValues fileImport={{ ...fileImport, unknown: [reseller!] }} />)
  const apply = await screen.findByRole<HTMLButtonElement>('button', { name: 'Apply and check again' })
  expect(apply.disabled).toBe(true)
  close()
  renderScreen(<UnknownValues fileImport={{ ...fileImport, unknown: [] }} />)
  expect(screen.queryByText('Values that are not known')).toBeNull()
})

test('the company that a name means is searched among those there are, and companies that are missing can be imported first', async () => {
  const { inputsOf } = mockCalls({
    'POST /api/massUpload/:uniqueId/check': () => ({ ...fileImport, state: 'CHECKING' }),
    'GET /api/company/': () => listAnswer([sampleCompany(1, { legalName: 'Bergwald AG' })]),
  })
  const company = { field: 'company', label: 'Company', required: true }
  const unknown = [
    { field: 'company', text: 'Acme', rows: 2, nearest: 'Acme GmbH' },
    { field: 'company', text: 'Berg', rows: 1, nearest: null },
  ]
  const contacts = { ...sample, kind: 'contact' as const, fields: [company], unknown }
  const { user } = renderScreen(<UnknownValues fileImport={contacts} />)
  expect((await screen.findByRole('link', { name: 'Import companies' })).getAttribute('href')).toMatch(
    /import\/new\?kind=company$/,
  )
  expect(meaningOf('Acme').value).toBe('Acme GmbH')
  await user.click(meaningOf('Berg'))
  await user.click(await screen.findByRole('option', { name: 'Bergwald AG' }))
  await user.click(screen.getByRole('button', { name: 'Apply and check again' }))
  await waitFor(() => expect(inputsOf('POST /api/massUpload/:uniqueId/check')).toHaveLength(1))
  expect(inputsOf('POST /api/massUpload/:uniqueId/check')[0]?.values).toEqual([
    { field: 'company', text: 'Acme', value: 'Acme GmbH' },
    { field: 'company', text: 'Berg', value: 'Bergwald AG' },
  ])
})

test('what was chosen is kept until it is applied: one may go back to the columns, or leave the page', async () => {
  mockCalls({ 'POST /api/massUpload/:uniqueId/check': () => ({ ...fileImport, state: 'CHECKING' }) })
  const { user, close } = renderScreen(<UnknownValues fileImport={fileImport} />)
  await user.click(await screen.findByRole('combobox', { name: 'Meaning of “Reseller”' }))
  await user.click(await screen.findByRole('option', { name: 'Association' }))
  await user.click(meaningOf('Importer'))
  await user.click(await screen.findByRole('option', { name: 'Association' }))
  close()
  const again = renderScreen(<UnknownValues fileImport={fileImport} />)
  await screen.findByText('Values that are not known')
  expect(['Reseller', 'Importer'].map((text) => meaningOf(text).value)).toEqual(['Association', 'Association'])
  await again.user.click(screen.getByRole('button', { name: 'Apply and check again' }))
  await waitFor(() => expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([]))
})

test('of many unknown values the first are shown, and the others on request', async () => {
  mockCalls({})
  const unknown = Array.from({ length: 25 }, (_, at) => ({ field: 'country', text: `Land ${at}`, rows: 1, nearest: null }))
  const { user } = renderScreen(<UnknownValues fileImport={{ ...fileImport, unknown }} />)
  await user.click(await screen.findByRole('button', { name: 'Show 15 more' }))
  expect(screen.getAllByRole('combobox')).toHaveLength(25)
  expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull()
})
