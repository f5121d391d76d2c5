// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import type { TrashItem } from '@tradewind/contract/operations/trash.contract'
import { expect, test } from 'vitest'
import { companyFeature } from '#crm/company.feature'
import { Failure } from '#kit/api/failure'
import { FeaturesContext } from '#kit/feature'
import { listAnswer, mockCalls, throwFailure } from '../../test/answers.ts'
import { companyId } from '../../test/samples.ts'
import { renderScreen } from '../../test/visit.tsx'
import Trash from './Trash.tsx'

const item = (kind: string, number: number, title: string): TrashItem => ({
  uniqueId: companyId(number),
  kind,
  title,
  dateDeleted: '2026-03-01T10:00:00.000Z',
  deletedByName: 'Kim Berg',
  file: null,
})

test('a company and a contact that were deleted together are restored together, the company first', async () => {
  const { inputsOf } = mockCalls({
    'GET /api/trash/': () => listAnswer([item('contact', 2, 'Ada Ahl'), item('company', 1, 'Acme')]),
    'GET /api/trash/kinds': () => listAnswer(['company', 'contact']),
    'POST /api/trash/restore': ({ kind, uniqueIds }) =>
      kind === 'company'
        ? { uniqueIds, belonging: [{ kind: 'contact', count: 1, people: [] }] }
        : { uniqueIds: [], belonging: [] },
  })
  const { user } = renderScreen(<Trash />, { at: '/crm/trash', path: '/crm/trash' })
  await user.click(await screen.findByRole('checkbox', { name: 'Select Ada Ahl' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select Acme' }))
  await user.click(screen.getByRole('button', { name: 'Restore 2 records' }))
  expect(await screen.findByText('1 record is back, with 1 contact.')).toBeTruthy()
  expect(inputsOf('POST /api/trash/restore')).toEqual([
    { kind: 'company', uniqueIds: [companyId(1)], skipRestored: true },
    { kind: 'contact', uniqueIds: [companyId(2)], skipRestored: true },
  ])
})

test('a record that was merged is not restored, and leads to the one into which it was merged', async () => {
  mockCalls({
    'GET /api/trash/': () => listAnswer([item('company', 1, 'Acme'), item('company', 2, 'Acme Ltd')]),
    'GET /api/trash/kinds': () => listAnswer(['company']),
    'POST /api/trash/restore': () => throwFailure(new Failure(409, '“Acme Ltd” was merged.', { merged: companyId(2) })),
  })
  const { user } = renderScreen(
    <FeaturesContext value={[companyFeature]}>
      <Trash />
    </FeaturesContext>,
    { at: '/crm/trash', path: '/crm/trash' },
  )
  await user.click(await screen.findByRole('button', { name: 'Restore Acme Ltd' }))
  expect(await screen.findByText('“Acme Ltd” was merged.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show' }))
  await waitFor(() => expect(location.pathname).toBe(`/crm/company/show/${companyId(2)}`))
})
