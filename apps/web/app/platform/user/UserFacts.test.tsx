// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { RowOf } from '#kit/api/calls'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { companyId } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { useUserRemoval } from './UserFacts.tsx'

const Removal = () => {
  const remove = useUserRemoval()
  return <button onClick={() => void remove(companyId(7), 'Ina Sand')}>Delete</button>
}

const askAbout = async (counts: RowOf<'POST /api/admin/belonging/'>[]) => {
  const { inputsOf } = mockCalls({
    'POST /api/admin/belonging/': () => listAnswer(counts),
    'DELETE /api/admin/:uniqueId': ({ uniqueId }) => ({ uniqueId }),
  })
  const { user } = renderScreen(<Removal />)
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  return { user, inputsOf, dialog: await screen.findByRole('dialog', { name: 'Are you sure?' }) }
}

test('the confirmation says what goes with a user, with counts, and then deletes', async () => {
  const { user, inputsOf, dialog } = await askAbout([
    { kind: 'company', count: 2 },
    { kind: 'meetingReport', count: 3 },
    { kind: 'summary', count: 1 },
    { kind: 'file', count: 1 },
    { kind: 'task', count: 2 },
    { kind: 'share', count: 1 },
  ])
  for (const text of [
    "You won't be able to revert this!",
    'Deleted for good after 30 days: 2 companies, 1 file, and 4 other records.',
    '2 open tasks go back to their authors, or else to a tenant admin.',
    '1 share ends.',
  ])
    expect(dialog.textContent).toContain(text)
  expect(inputsOf('DELETE /api/admin/:uniqueId')).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Yes, delete it!' }))
  expect(inputsOf('DELETE /api/admin/:uniqueId')).toEqual([{ uniqueId: companyId(7) }])
})

test('nothing is named where nothing goes with a user', async () => {
  const { user, dialog } = await askAbout([])
  expect(dialog.textContent).not.toContain('30 days')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
})
