// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Failure } from '#kit/api/failure'
import { useRecord } from '#kit/api/records'
import { RecordSelect, SearchMultiSelect } from '#ui/form/SearchSelect'
import { listAnswer, mockCalls, throwFailure } from '../../../test/answers.ts'
import { companyId, sampleCompany } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'

const names = ['Fjord', 'Fjell', 'Polar']
const companies = names.map((legalName, at) => sampleCompany(at + 1, { legalName }))

const One = ({ start = null }: { start?: string | null }) => {
  const [id, setId] = useState(start)
  return (
    <>
      <RecordSelect kind="company" nameField="legalName" label="Company" clearable value={id} onChange={setId} />
      <p>Chosen: {id ?? 'none'}</p>
    </>
  )
}

const Several = () => {
  const [chosen, setChosen] = useState([{ uniqueId: companyId(3), legalName: 'Polar' }])
  return (
    <>
      <SearchMultiSelect
        route="GET /api/company/"
        query={{ sort: 'legalName' }}
        label="Companies"
        refOf={({ uniqueId, legalName }) => ({ uniqueId, legalName })}
        nameOf={({ legalName }) => legalName}
        value={chosen}
        onChange={setChosen}
        excludedId={companyId(2)}
      />
      <p>Chosen: {chosen.map(({ legalName }) => legalName).join(', ')}</p>
    </>
  )
}

const NameOfFirst = () => <p>Called: {useRecord('company', companyId(1)).data?.legalName}</p>

const byId = (id: string) => companies.find(({ uniqueId }) => uniqueId === id)!
const holding = (found = companies) =>
  mockCalls({
    'GET /api/company/': ({ legalName = '', q = legalName }) =>
      listAnswer(found.filter((one) => one.legalName.toLowerCase().includes(q.toLowerCase()))),
    'GET /api/company/:uniqueId': ({ uniqueId }) => byId(uniqueId),
  })

const field = () => screen.getByRole<HTMLInputElement>('combobox')
const option = (name: string) => screen.findByRole('option', { name })
const offered = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

test('searches after typing pauses, not letter by letter, and a result can be chosen', async () => {
  const { inputsOf } = holding()
  const { user } = renderScreen(<One />)
  await user.click(field())
  await option('Polar')
  for (const letter of 'fjell') {
    await user.keyboard(letter)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  await waitFor(() => expect(offered()).toEqual(['Fjell']))
  const [unsought, ...sought] = inputsOf('GET /api/company/')
  expect(unsought).toEqual({ sort: 'legalName', page: '0', size: '20' })
  expect(sought.at(-1)).toEqual({ sort: 'legalName', legalName: 'fjell', page: '0', size: '20' })
  expect(sought.length).toBeLessThan('fjell'.length) // one, unless the machine stalls
  await user.keyboard('{Enter}')
  expect(field().value).toBe('Fjell')
  expect(screen.getByText(`Chosen: ${companyId(2)}`)).toBeTruthy()
})

test('Enter before the list has updated chooses the first match of the typed text', async () => {
  holding()
  const { user } = renderScreen(<One />)
  await user.click(field())
  await option('Polar')
  await user.keyboard('pol{Enter}')
  expect(await screen.findByText(`Chosen: ${companyId(3)}`)).toBeTruthy()
  expect(field().value).toBe('Polar')
})

test('shows the chosen record by name, even if the list does not contain it, and it can be cleared', async () => {
  holding([])
  const { user } = renderScreen(<One start={companyId(1)} />)
  await waitFor(() => expect(field().value).toBe('Fjord'))
  await user.click(field())
  await user.keyboard('{Backspace}{Tab}')
  expect(screen.getByText('Chosen: none')).toBeTruthy()
  expect(field().value).toBe('')
})

test('a name that loads while the user types does not replace the typed text', async () => {
  const { promise: named, resolve: name } = Promise.withResolvers<void>()
  mockCalls({
    'GET /api/company/': () => listAnswer(companies),
    'GET /api/company/:uniqueId': ({ uniqueId }) => named.then(() => byId(uniqueId)),
  })
  const { user } = renderScreen([<One key="field" start={companyId(1)} />, <NameOfFirst key="name" />])
  await user.click(field())
  await user.keyboard('pol')
  name()
  await screen.findByText('Called: Fjord')
  expect(field().value).toBe('pol')
  await user.keyboard('{Escape}')
  expect(field().value).toBe('Fjord')
  await user.keyboard('pol')
  await user.tab()
  expect(await screen.findByText(`Chosen: ${companyId(3)}`)).toBeTruthy()
  await waitFor(() => expect(field().value).toBe('Polar'))
})

test('says how many more records match than are shown', async () => {
  mockCalls({ 'GET /api/company/': () => listAnswer(companies, 1500) })
  const { user } = renderScreen(<One />)
  await user.click(field())
  expect(await screen.findByText('1,497 more: type a part of the name')).toBeTruthy()
})

test('reports below the field that choices failed to load, and requests them again by a button', async () => {
  const answers = [() => listAnswer(companies), () => throwFailure(new Failure(500, 'The disk is full'))]
  mockCalls({ 'GET /api/company/': () => answers.pop()!() })
  const { user } = renderScreen(<One />)
  expect((await screen.findByRole('alert')).textContent).toContain('The disk is full')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await user.click(field())
  expect(await option('Fjord')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('several records are chosen one by one; those already chosen and the excluded one are not offered', async () => {
  const { inputsOf } = holding()
  const { user } = renderScreen(<Several />)
  await user.click(field())
  await option('Fjord')
  expect(offered()).toEqual(['Fjord'])
  await user.keyboard('fjo')
  await waitFor(() => expect(inputsOf('GET /api/company/').at(-1)).toMatchObject({ q: 'fjo' }))
  await option('Fjord')
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Chosen: Polar, Fjord')).toBeTruthy()
  expect(field().value).toBe('')
})
