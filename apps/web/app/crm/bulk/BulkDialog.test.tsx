// @vitest-environment jsdom
import { useWindowEvent } from '@mantine/hooks'
import { act, screen, waitFor } from '@testing-library/react'
import { companyPolicy, nextStepsPolicy } from '@tradewind/contract/crm/policies'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { addDays, today } from '#ui/values/dates'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { companyId, sampleCompany } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { BulkButtons } from './BulkButtons.tsx'
import { BulkDialog } from './BulkDialog.tsx'

const nothing = { total: 2, changes: 0, same: 0, refused: 2, refusedExamples: ['Nord', 'South'], belonging: [], operation: null }
const ignore = () => {}
const open = (action: 'set' | 'remove') =>
  renderScreen(
    <BulkDialog
      kind="company"
      action={action}
      selection={{ ids: [companyId(1), companyId(2)], matching: undefined }}
      names={['Nord', 'South']}
      onClose={ignore}
      onDone={ignore}
    />,
  )
const isDisabled = (name: string) => screen.getByRole('button', { name }).hasAttribute('disabled')

test('says why nothing can be deleted', async () => {
  mockCalls({ 'DELETE /api/company/bulk': () => nothing })
  open('remove')
  expect(await screen.findByText('You may not delete any of these records.')).toBeTruthy()
  expect(screen.getByText('2 you may not delete: Nord, South')).toBeTruthy()
  expect(isDisabled('Yes, Delete All!')).toBe(true)
})

test('says why nothing will change, and never offers to change no records', async () => {
  mockCalls({
    'PATCH /api/company/bulk': () => ({ ...nothing, same: 1, refused: 1, refusedExamples: ['Nord'] }),
    'GET /api/customField/': () => ({ rows: [], total: 0, estimated: false }),
  })
  const { user } = open('set')
  expect(isDisabled('Change records')).toBe(true)
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Field' }), 'Address')
  await user.type(await screen.findByRole('textbox', { name: /Address/ }), 'Am Kai 1')
  expect(
    await screen.findByText('Nothing to change: some of these records are like that already, and you may not change the others.'),
  ).toBeTruthy()
  expect(isDisabled('Change records')).toBe(true)
})

const Selected = () => {
  const [hasAnother, setAnother] = useState(false)
  useWindowEvent('focus', () => setAnother(true))
  return (
    <BulkButtons
      kind="company"
      policy={companyPolicy}
      records={hasAnother ? [sampleCompany(1), sampleCompany(2)] : [sampleCompany(1)]}
      allMatching={undefined}
      nameOf={({ legalName }) => legalName}
      onDone={ignore}
    />
  )
}

test('deletes only the records that were selected when it was asked, whatever comes into the list meanwhile', async () => {
  const { inputsOf } = mockCalls({ 'DELETE /api/company/bulk': () => ({ ...nothing, total: 1, changes: 1, refused: 0 }) })
  const { user } = renderScreen(<Selected />)
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  const sure = await screen.findByRole<HTMLButtonElement>('button', { name: 'Yes, Delete All!' })
  await waitFor(() => expect(sure.disabled).toBe(false))
  act(() => void dispatchEvent(new Event('focus')))
  expect(screen.queryByText(/Company 2/)).toBeNull()
  await user.click(sure)
  await waitFor(() => expect(inputsOf('DELETE /api/company/bulk')).toHaveLength(2))
  expect(inputsOf('DELETE /api/company/bulk').at(-1)).toEqual({ ids: [companyId(1)] })
})

test('exports the selected records in the order of the list', async () => {
  const { inputsOf } = mockCalls({ 'POST /api/company/export': () => ({ url: '/api/company/export/ticket' }) })
  const { user } = renderScreen(<Selected />, { at: '/crm/company/list?sort=legalName' })
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Comma-separated text (CSV)' }))
  await waitFor(() =>
    expect(inputsOf('POST /api/company/export')).toEqual([{ ids: [companyId(1)], sort: 'legalName', format: 'csv' }]),
  )
})

test('closes the selected tasks once the number is known, by Enter; Undo opens them again', async () => {
  const operation = {
    uniqueId: companyId(9),
    dateCreated: '2026-03-01T10:00:00.000Z',
    createdBy: companyId(8),
    byName: 'Kim Berg',
    kind: 'nextSteps',
    action: 'SET',
    fields: ['nextStepsStatus'],
    state: 'DONE',
    total: 2,
    looked: 2,
    changed: 1,
    same: 0,
    refused: 1,
    refusedExamples: ['Send a sample'],
    restored: 0,
    left: 0,
    leftExamples: [],
    problem: null,
    isUndoStopped: false,
  } as const
  const counts = { total: 2, changes: 1, same: 0, refused: 1, refusedExamples: ['Send a sample'], belonging: [] }
  const { inputsOf } = mockCalls({
    'PATCH /api/nextSteps/bulk': ({ dryRun }) => ({ ...counts, operation: dryRun ? null : { ...operation } }) as never,
    'POST /api/bulk/:uniqueId/undo': () => ({ ...operation, state: 'UNDONE', restored: 1 }) as never,
  })
  const tasks = [
    { uniqueId: companyId(1), todo: 'Call Bergwald' },
    { uniqueId: companyId(2), todo: 'Send a sample' },
  ]
  const { user } = renderScreen(
    <BulkButtons
      kind="nextSteps"
      policy={nextStepsPolicy}
      records={tasks}
      allMatching={undefined}
      nameOf={({ todo }) => todo}
      onDone={ignore}
    />,
  )
  await user.click(screen.getByRole('button', { name: 'Close tasks' }))
  const close = await screen.findByRole('button', { name: 'Close 1 task' })
  expect(screen.getByText('Call Bergwald, Send a sample')).toBeTruthy()
  expect(screen.getByText('1 task will be closed')).toBeTruthy()
  expect(screen.getByText('1 you may not change: Send a sample')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(close))
  await user.keyboard('{Enter}')
  expect(await screen.findByText('1 task was closed. 1 could not be changed.')).toBeTruthy()
  expect(inputsOf('PATCH /api/nextSteps/bulk').at(-1)).toEqual({
    ids: [companyId(1), companyId(2)],
    change: { nextStepsStatus: 'CLOSED' },
  })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('1 task is open again.')).toBeTruthy()
})

test('Ctrl+Enter in the picker of an assignee assigns the tasks, and the list of people stays closed', async () => {
  const counts = { total: 1, changes: 1, same: 0, refused: 0, refusedExamples: [], belonging: [], operation: null }
  const { inputsOf } = mockCalls({
    'PATCH /api/nextSteps/bulk': () => counts,
    'GET /api/admin/options': () =>
      listAnswer([{ uniqueId: companyId(5), fullName: 'Kim Berg', emailAddress: 'kim@berg.example' }]),
  })
  const { user } = renderScreen(
    <BulkDialog
      kind="nextSteps"
      action="assign"
      selection={{ ids: [companyId(1)], matching: undefined }}
      names={['Call Bergwald']}
      onClose={ignore}
      onDone={ignore}
    />,
  )
  const person = await screen.findByRole('combobox', { name: /User Assigned/ })
  await user.type(person, 'Kim')
  await screen.findByRole('option', { name: /Kim Berg/ })
  await user.keyboard('{Enter}')
  await screen.findByRole('button', { name: 'Change 1 record' })
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(inputsOf('PATCH /api/nextSteps/bulk').filter(({ dryRun }) => !dryRun)).toHaveLength(1))
  expect(screen.queryByRole('option')).toBeNull()
})

test('B leads from a row to the actions on the selected ones', async () => {
  mockCalls({})
  const { user } = renderScreen(
    <>
      <button>Row</button>
      <div role="region" aria-label="Selected records">
        <Selected />
      </div>
    </>,
  )
  screen.getByRole('button', { name: 'Row' }).focus()
  await user.keyboard('b')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change…' }))
})

test('many tasks are put off to one of the days that their form offers, too', async () => {
  const { inputsOf } = mockCalls({
    'PATCH /api/nextSteps/bulk': () => ({ ...nothing, changes: 2, refused: 0, refusedExamples: [] }),
    'GET /api/customField/': () => ({ rows: [], total: 0, estimated: false }),
  })
  const { user } = renderScreen(
    <BulkDialog
      kind="nextSteps"
      action="set"
      selection={{ ids: [companyId(1), companyId(2)], matching: undefined }}
      names={['Call', 'Write']}
      onClose={ignore}
      onDone={ignore}
    />,
  )
  await user.click(await screen.findByRole('button', { name: 'Next week' }))
  const byWhen = addDays(today(), 7)
  await waitFor(() => expect(inputsOf('PATCH /api/nextSteps/bulk')[0]).toMatchObject({ change: { byWhen }, dryRun: true }))
})
