// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Failure } from '#kit/api/failure'
import { useList } from '#kit/api/query'
import { listAnswer, mockCalls, throwFailure } from '../../../test/answers.ts'
import { sampleCompany } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { useFieldSave } from './useFieldSave.ts'

const records = [sampleCompany(1), sampleCompany(2)]

const List = () => {
  const { data } = useList('GET /api/company/', {})
  const { save } = useFieldSave('company')
  return data?.rows.map((record) => (
    <div key={record.uniqueId}>
      {(['country', 'legalName'] as const).map((field) => (
        <button
          key={field}
          type="button"
          onClick={() => void save({ record, field, value: `Unsaved ${field}`, name: 'Company', label: field })}
        >
          {record[field]}
        </button>
      ))}
    </div>
  ))
}

test('saves that fail one after another do not show the values of the others as saved', async () => {
  const answers = [() => throwFailure(new Failure(0, 'away')), () => listAnswer(records)]
  const { promise: replies, resolve } = Promise.withResolvers<void>()
  const { inputsOf } = mockCalls({
    'GET /api/company/': () => (answers.length > 1 ? answers.pop()! : answers[0]!)(),
    'PATCH /api/company/': async () => {
      await replies
      return throwFailure(new Failure(0, 'away'))
    },
  })
  const { user } = renderScreen(<List />)
  await screen.findByText('Company 1')
  for (const text of ['Company 1', 'Company 2']) await user.click(screen.getByText(text))
  await user.click(screen.getAllByText('Norway')[0]!)
  await user.click(screen.getAllByText('Unsaved legalName')[0]!)
  await waitFor(() => expect(inputsOf('PATCH /api/company/')).toHaveLength(3))
  await act(async () => resolve())
  await screen.findAllByText(/cannot be reached/)
  expect(screen.queryByText(/Unsaved/)).toBeNull()
  expect(screen.getAllByText('Norway')).toHaveLength(2)
  expect(screen.getByText('Company 1')).toBeTruthy()
})

const listRecords = () => listAnswer(records)
const neverAnswer = () => new Promise<never>(() => {})

const SaveButton = () => {
  const { save } = useFieldSave('company')
  const edit = { record: records[0]!, field: 'legalName', value: 'Unsaved', name: 'Company', label: 'legalName' } as const
  return (
    <button type="button" onClick={() => void save(edit)}>
      Save
    </button>
  )
}

test('a save that was never answered does not keep the values of a later session from being reverted', async () => {
  let answer = neverAnswer
  let list = listRecords
  mockCalls({ 'GET /api/company/': () => list(), 'PATCH /api/company/': () => answer() })
  const first = renderScreen(<SaveButton />)
  await first.user.click(screen.getByRole('button', { name: 'Save' }))
  first.close()
  answer = async () => {
    list = () => throwFailure(new Failure(0, 'away'))
    throw new Failure(422, 'Refused')
  }
  const { user } = renderScreen(<List />)
  await user.click(await screen.findByText('Company 1'))
  await screen.findByText('Refused')
  expect(await screen.findByText('Company 1')).toBeTruthy()
})
