// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockCalls } from '../../../test/answers.ts'
import { companyId } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
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
