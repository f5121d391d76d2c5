// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { companyPolicy } from '@tradewind/contract/crm/company.policy'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Failure } from '#kit/api/failure'
import { RemovePicked } from '#ui/list/RemovePicked'
import { answerCalls, refuse } from '../../../test/answers.ts'
import { company, idOf } from '../../../test/samples.ts'
import { me, visit } from '../../../test/visit.tsx'

const records = [company(1, { createdBy: me }), company(2, { createdBy: me }), company(3)]

const Picked = () => {
  const [isDone, setDone] = useState(false)
  return (
    <>
      <RemovePicked
        kind="company"
        policy={companyPolicy}
        records={records}
        nameOf={({ legalName }) => legalName}
        onDone={() => setDone(true)}
      />
      <p>{isDone ? 'None is left' : 'Some are left'}</p>
    </>
  )
}

const press = (name: string) => screen.findByRole('button', { name })
const trash = { 'POST /api/trash/restore': () => ({ uniqueIds: [], belonging: [] }) }

test('after a question each is deleted by its call, and Undo takes all of them back', async () => {
  const { asked } = answerCalls({ 'DELETE /api/company/:uniqueId': ({ uniqueId }) => ({ uniqueId }), ...trash })
  const { user } = visit(<Picked />)
  await user.click(await press('Delete'))
  const question = await screen.findByRole('dialog')
  expect(question.textContent).toContain('Company 1, Company 2, Company 3')
  await user.click(await press('Yes, Delete All!'))
  expect(await screen.findByText('3 records were deleted.')).toBeTruthy()
  expect(await screen.findByText('None is left')).toBeTruthy()
  const uniqueIds = [1, 2, 3].map(idOf)
  expect(asked('DELETE /api/company/:uniqueId').map(({ uniqueId }) => uniqueId)).toEqual(uniqueIds)
  await user.click(await press('Undo'))
  expect(await screen.findByText('3 records are back.')).toBeTruthy()
  expect(asked('POST /api/trash/restore')).toEqual([{ kind: 'company', uniqueIds }])
})

test('what was refused is named with the reason, and stays picked', async () => {
  answerCalls({
    'DELETE /api/company/:uniqueId': ({ uniqueId }) =>
      uniqueId === idOf(1) ? { uniqueId } : refuse(new Failure(403, 'You may not do this')),
  })
  const { user } = visit(<Picked />)
  await user.click(await press('Delete'))
  await user.click(await press('Yes, Delete All!'))
  expect(await screen.findByText('1 record was deleted.')).toBeTruthy()
  expect(screen.getByText('Company 2, Company 3: You may not do this')).toBeTruthy()
  expect(screen.getByText('Some are left')).toBeTruthy()
})

test('of those that may not be deleted nothing is offered or asked', async () => {
  const { asked } = answerCalls({ 'DELETE /api/company/:uniqueId': ({ uniqueId }) => ({ uniqueId }) })
  const { user } = visit(<Picked />, { role: 'ROLE_ADMIN' })
  await user.click(await press('Delete 2 of them'))
  await user.click(await press('Yes, Delete All!'))
  expect(await screen.findByText('2 records were deleted.')).toBeTruthy()
  expect(asked('DELETE /api/company/:uniqueId').map(({ uniqueId }) => uniqueId)).toEqual([1, 2].map(idOf))
})
