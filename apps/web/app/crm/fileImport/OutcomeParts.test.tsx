// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import type { ImportRow } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { expect, test } from 'vitest'
import { Failure } from '#kit/api/failure'
import { listAnswer, mockCalls, throwFailure } from '../../../test/answers.ts'
import { companyId, sampleFileImport } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { Difference } from './Outcome.tsx'
import { DuplicateDecision } from './OutcomeParts.tsx'

const fileImport = sampleFileImport({ fields: [{ field: 'city', label: 'City', required: false }] })
const row: ImportRow = {
  row: 4,
  title: 'Nord Holding',
  uniqueId: null,
  values: {},
  changes: [],
  faults: [],
  reason: null,
  like: [
    { uniqueId: companyId(1), title: 'Nord', mayUpdate: true, changes: [{ field: 'city', before: 'Oslo', after: 'Bergen' }] },
    { uniqueId: companyId(2), title: 'Nord Ltd', mayUpdate: false },
  ],
}
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'What to do with row 4' })

test('a likely duplicate is created unless it is skipped or updates a record that the user may change', async () => {
  const { inputsOf } = mockCalls({ 'PATCH /api/massUpload/:uniqueId/decide': () => fileImport })
  const { user } = renderScreen(<DuplicateDecision fileImport={fileImport} row={row} />)
  expect(field().value).toBe('Create anyway')
  await user.click(field())
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Create anyway', 'Skip', 'Update “Nord”'])
  await user.click(screen.getByRole('option', { name: 'Skip' }))
  expect(field().value).toBe('Skip')
  await user.click(field())
  await user.click(screen.getByRole('option', { name: 'Update “Nord”' }))
  await waitFor(() =>
    expect(inputsOf('PATCH /api/massUpload/:uniqueId/decide')).toMatchObject([
      { row: 4, action: 'SKIP' },
      { row: 4, action: 'UPDATE', recordId: companyId(1) },
    ]),
  )
})

test('an update shows what it changes', async () => {
  mockCalls({ 'PATCH /api/massUpload/:uniqueId/decide': () => fileImport })
  const { user } = renderScreen(<DuplicateDecision fileImport={fileImport} row={row} />)
  expect(screen.queryByRole('listitem')).toBeNull()
  await user.click(field())
  await user.click(screen.getByRole('option', { name: 'Update “Nord”' }))
  expect(screen.getByRole('listitem').textContent).toBe('City: Oslo → Bergen')
})

test('a row that repeats an earlier one says so, and can be imported with it', async () => {
  const repeating = { ...row, like: [], repeats: [2] }
  const { inputsOf } = mockCalls({
    'PATCH /api/massUpload/:uniqueId/decide': () => fileImport,
    'GET /api/massUpload/:uniqueId/rows': () => listAnswer([repeating]),
  })
  const checked = { ...fileImport, state: 'CHECKED' as const, counts: { DUPLICATE: 1 } }
  const { user } = renderScreen(<Difference fileImport={checked} onBack={() => undefined} />)
  expect(await screen.findByText('Probably the same as row 2')).toBeTruthy()
  await user.click(field())
  await user.click(screen.getByRole('option', { name: 'Update row 2' }))
  expect(field().value).toBe('Update row 2')
  expect(inputsOf('PATCH /api/massUpload/:uniqueId/decide')).toMatchObject([{ row: 4, action: 'UPDATE', earlierRow: 2 }])
})

test('a rejected choice is taken back and reported', async () => {
  mockCalls({
    'PATCH /api/massUpload/:uniqueId/decide': () => throwFailure(new Failure(409, 'Row 3 already updates this record')),
  })
  const { user } = renderScreen(<DuplicateDecision fileImport={fileImport} row={{ ...row, decision: { action: 'SKIP' } }} />)
  await user.click(field())
  await user.click(screen.getByRole('option', { name: 'Update “Nord”' }))
  expect(await screen.findByText('Row 3 already updates this record')).toBeTruthy()
  expect(field().value).toBe('Skip')
})

test('all likely duplicates are decided on at once, and the rows show it', async () => {
  let decision: ImportRow['decision']
  const { inputsOf } = mockCalls({
    'PATCH /api/massUpload/:uniqueId/decide': ({ action }) => {
      decision = { action, ...(action === 'UPDATE' && { recordId: companyId(1) }) }
      return fileImport
    },
    'GET /api/massUpload/:uniqueId/rows': () => listAnswer([{ ...row, ...(decision && { decision }) }]),
  })
  const checked = { ...fileImport, state: 'CHECKED' as const, counts: { DUPLICATE: 1 } }
  const { user } = renderScreen(<Difference fileImport={checked} onBack={() => undefined} />)
  await waitFor(() => expect(field().value).toBe('Create anyway'))
  for (const [name, shown] of [
    ['Skip all', 'Skip'],
    ['Update the existing records', 'Update “Nord”'],
    ['Create all', 'Create anyway'],
  ] as const) {
    await user.click(screen.getByRole('button', { name }))
    await waitFor(() => expect(field().value).toBe(shown))
  }
  const { uniqueId } = fileImport
  expect(inputsOf('PATCH /api/massUpload/:uniqueId/decide')).toEqual(
    ['SKIP', 'UPDATE', 'CREATE'].map((action) => ({ uniqueId, action })),
  )
})
