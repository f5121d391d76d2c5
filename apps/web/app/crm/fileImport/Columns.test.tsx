// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import type { FileImport } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { expect, test } from 'vitest'
import { mockCalls } from '../../../test/answers.ts'
import { sampleFileImport } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { Columns } from './Columns.tsx'

const sample = sampleFileImport({
  state: 'DRAFT',
  updatedAt: '2026-01-01T00:00:00.000Z',
  columns: [
    { name: 'A', samples: [] },
    { name: 'B', samples: [] },
  ],
})
const fileImport: FileImport = {
  ...sample,
  options: { ...sample.options, mapping: [null, null] },
  fields: [
    { field: 'legalName', label: 'Legal Name', required: true },
    { field: 'website', label: 'Website', required: false },
  ],
}

test('the fields of two columns that are chosen quickly one after another are both saved', async () => {
  const { promise: first, resolve } = Promise.withResolvers<void>()
  const { inputsOf } = mockCalls({
    'PATCH /api/massUpload/': async ({ mapping = [] }) => {
      await first
      return { ...fileImport, options: { ...fileImport.options, mapping }, updatedAt: '2026-01-01T00:00:01.000Z' }
    },
  })
  const { user } = renderScreen(<Columns fileImport={fileImport} onCompare={() => {}} />)
  const choose = async (column: string, field: string) => {
    await user.click(await screen.findByRole('combobox', { name: `Field for ${column}` }))
    await user.click(await screen.findByRole('option', { name: field }))
  }
  await choose('A', 'Legal Name *')
  await choose('B', 'Website')
  resolve()
  await waitFor(() => expect(inputsOf('PATCH /api/massUpload/')).toHaveLength(2))
  expect(inputsOf('PATCH /api/massUpload/').map(({ mapping }) => mapping)).toEqual([
    ['legalName', null],
    ['legalName', 'website'],
  ])
})

test('a header row that is none is named and not applied, and one that is replaces it when the field is left', async () => {
  const { inputsOf } = mockCalls({ 'PATCH /api/massUpload/': () => fileImport })
  const { user } = renderScreen(<Columns fileImport={fileImport} onCompare={() => {}} />)
  const row = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Header row' })
  for (const typed of ['2x', '21']) {
    await user.clear(row)
    await user.type(row, typed)
    await user.tab()
    expect(row.value).toBe(typed)
    expect(screen.getByText('Choose a number from 1 to 20')).toBeTruthy()
  }
  await user.clear(row)
  await user.type(row, '3')
  await user.tab()
  await waitFor(() => expect(inputsOf('PATCH /api/massUpload/')).toMatchObject([{ headerRow: 3 }]))
})

const withAddress = (mapping: (string | null)[]) => ({
  ...fileImport,
  fields: [...fileImport.fields, { field: 'address', label: 'Address', required: false }],
  options: { ...fileImport.options, mapping },
})

test('a second column may hold the address', async () => {
  const { inputsOf } = mockCalls({ 'PATCH /api/massUpload/': ({ mapping = [] }) => withAddress(mapping) })
  const { user } = renderScreen(<Columns fileImport={withAddress(['address', null])} onCompare={() => {}} />)
  await user.click(await screen.findByRole('combobox', { name: 'Field for B' }))
  await user.click(await screen.findByRole('option', { name: 'Address' }))
  await waitFor(() => expect(inputsOf('PATCH /api/massUpload/')).toHaveLength(1))
  expect(inputsOf('PATCH /api/massUpload/')[0]?.mapping).toEqual(['address', 'address'])
})

test.each([
  { mapping: ['address', 'address'], count: 1 },
  { mapping: ['address', null], count: 0 },
])('the page says that columns are joined: $mapping', async ({ mapping, count }) => {
  renderScreen(<Columns fileImport={withAddress(mapping)} onCompare={() => {}} />)
  await screen.findByText(/New records also need/)
  expect(screen.queryAllByText('Address: columns are joined with commas.')).toHaveLength(count)
})

test('a second column may hold the website: the page says that the first with a value is used', async () => {
  renderScreen(<Columns fileImport={withAddress(['website', 'website'])} onCompare={() => {}} />)
  expect(await screen.findByText('Website: the first column with a value is used.')).toBeTruthy()
})

test('a column with whole names fills both names of new contacts, and the page says how they are split', async () => {
  const fields = ['fullName', 'firstName', 'lastName', 'title'].map((field) => ({
    field,
    label: field,
    required: field !== 'fullName',
  }))
  renderScreen(<Columns fileImport={{ ...withAddress(['fullName', null]), kind: 'contact', fields }} onCompare={() => {}} />)
  expect(await screen.findByText('New records also need: title.')).toBeTruthy()
  expect(screen.getByText('fullName: the last word is read as the last name, or what is before a comma.')).toBeTruthy()
})

test('a field with a column, which may be empty in some rows, has a default value too', async () => {
  const country = { field: 'country', label: 'Country', required: true }
  const mapped = { ...withAddress(['country', null]), fields: [country] }
  const { inputsOf } = mockCalls({ 'PATCH /api/massUpload/': () => mapped })
  const { user } = renderScreen(<Columns fileImport={mapped} onCompare={() => {}} />)
  await user.click(await screen.findByRole('combobox', { name: 'Country' }))
  await user.click(await screen.findByRole('option', { name: 'Italy' }))
  await waitFor(() => expect(inputsOf('PATCH /api/massUpload/')).toMatchObject([{ defaults: { country: 'Italy' } }]))
})

const meaningOf = (text: string) => screen.findByRole<HTMLInputElement>('combobox', { name: `Meaning of “${text}”` })

test('the meaning of a value is shown with its field, and can be changed and taken back', async () => {
  const values = [
    { field: 'companyTypeList', text: 'Reseller', value: 'ASSOCIATION' },
    { field: 'country', text: 'Atlantis', value: 'GR' },
  ]
  const choices = [
    { value: 'IMPORTER_DISTRIBUTOR', label: 'Importer / Distributor' },
    { value: 'ASSOCIATION', label: 'Association' },
  ]
  const mapped: FileImport = {
    ...fileImport,
    fields: [
      { field: 'companyTypeList', label: 'Company Types', required: true, choices },
      { field: 'country', label: 'Country', required: true },
    ],
    options: { ...fileImport.options, values },
  }
  const { inputsOf } = mockCalls({ 'PATCH /api/massUpload/': () => mapped })
  const { user } = renderScreen(<Columns fileImport={mapped} onCompare={() => {}} />)
  expect((await meaningOf('Atlantis')).value).toBe('Greece')
  await user.click(await meaningOf('Reseller'))
  await user.click(await screen.findByRole('option', { name: 'Importer / Distributor' }))
  await waitFor(() => expect(inputsOf('PATCH /api/massUpload/')).toHaveLength(1))
  await user.click(await meaningOf('Atlantis'))
  await user.click(await screen.findByRole('option', { name: 'Greece' }))
  await waitFor(() => expect(inputsOf('PATCH /api/massUpload/')).toHaveLength(2))
  expect(inputsOf('PATCH /api/massUpload/').map((input) => input.values)).toEqual([
    [{ ...values[0], value: 'IMPORTER_DISTRIBUTOR' }, values[1]],
    [values[0]],
  ])
})

const dated: FileImport = {
  ...fileImport,
  columns: [
    { name: 'Since', samples: ['3/4/2026'] },
    { name: 'Size', samples: ['1,234'] },
  ],
  fields: [
    { field: 'custom.since', label: 'Since', required: false, formats: ['day', 'month', 'year', 'serial'] },
    { field: 'custom.size', label: 'Size', required: false, formats: ['point', 'comma'] },
    { field: 'website', label: 'Website', required: false },
  ],
  options: { ...fileImport.options, mapping: ['custom.since', 'custom.size'], formats: ['day', null] },
}

const formatOf = (column: string) => screen.findByRole<HTMLInputElement>('combobox', { name: `Format of ${column}` })

test('the format of each column of dates or numbers is shown and can be chosen', async () => {
  const { inputsOf } = mockCalls({ 'PATCH /api/massUpload/': () => dated })
  const { close } = renderScreen(<Columns fileImport={dated} onCompare={() => {}} />)
  expect((await formatOf('Since')).value).toBe('Day first: 31/12/2026')
  expect(await formatOf('Size')).toMatchObject({ value: '', placeholder: 'Not clear from the file' })
  close()
  const plain = { ...dated, columns: [dated.columns[0]!, { name: 'Size', samples: ['12', '7'] }] }
  const { user, close: closePlain } = renderScreen(<Columns fileImport={plain} onCompare={() => {}} />)
  expect(await formatOf('Size')).toMatchObject({ value: '', placeholder: 'Only for values that are not clear' })
  await user.click(await formatOf('Size'))
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Decimal point: 1,234.56',
    'Decimal comma: 1.234,56',
  ])
  await user.click(await screen.findByRole('option', { name: 'Decimal comma: 1.234,56' }))
  await waitFor(() => expect(inputsOf('PATCH /api/massUpload/')).toMatchObject([{ formats: ['day', 'comma'] }]))
  closePlain()
  const mapping = ['website', null]
  renderScreen(<Columns fileImport={{ ...dated, options: { ...dated.options, mapping } }} onCompare={() => {}} />)
  await screen.findByRole('combobox', { name: 'Field for Since' })
  expect(screen.queryByRole('combobox', { name: /^Format of/ })).toBeNull()
})

test('of a file with hundreds of columns those that are imported are listed, and more on request', async () => {
  const columns = Array.from({ length: 500 }, (_, at) => ({ name: `Column ${at}`, samples: [] }))
  const mapping = columns.map((_, at) => (at === 300 ? 'legalName' : at === 400 ? 'website' : null))
  const wide: FileImport = { ...fileImport, columns, options: { ...fileImport.options, mapping } }
  const { user } = renderScreen(<Columns fileImport={wide} onCompare={() => {}} />)
  expect((await screen.findAllByRole('combobox', { name: /^Field for/ })).map((one) => one.getAttribute('aria-label'))).toEqual([
    'Field for Column 300',
    'Field for Column 400',
  ])
  expect(screen.getByText('498 columns are not imported.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show 50 more' }))
  expect(await screen.findAllByRole('combobox', { name: /^Field for/ })).toHaveLength(52)
  expect(screen.getByRole('button', { name: 'Show 50 more' })).toBeTruthy()
}, 60_000)
