// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { companyFields } from '@tradewind/contract/crm/company.fields'
import type { Condition } from '@tradewind/contract/kit/conditions'
import type { FieldSpec } from '@tradewind/contract/kit/entityFields'
import { expect, test } from 'vitest'
import { session } from '#kit/session'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { companyId } from '../../../test/samples.ts'
import { myUserId, renderScreen } from '../../../test/visit.tsx'
import { ConditionEditor } from './ConditionEditor.tsx'

const open = (condition: Partial<Condition> = {}, spec: FieldSpec = companyFields.dateCreated) => {
  const saved: Condition[] = []
  mockCalls({
    'GET /api/admin/options': () => listAnswer([{ uniqueId: companyId(1), fullName: 'Ada Other', emailAddress: '' }] as never),
  })
  const editor = (
    <ConditionEditor
      spec={spec}
      condition={{ field: 'dateCreated', operator: undefined, values: [], ...condition }}
      onSave={(one) => saved.push(one)}
      onCancel={() => undefined}
      place="where"
      canMove={false}
    />
  )
  return { saved, ...renderScreen(editor) }
}

const days = () => screen.findByLabelText<HTMLInputElement>('Days')
const choose = (user: ReturnType<typeof open>['user'], operator: string) =>
  user.selectOptions(screen.getByLabelText('Condition'), operator)

test('a number of days starts with 30, also after another operator, and can be applied at once', async () => {
  const { user, saved } = open()
  expect((await days()).value).toBe('30')
  await choose(user, 'is before')
  expect((await screen.findByLabelText<HTMLInputElement>('Day')).value).toBe('')
  await choose(user, 'in the next days')
  expect((await days()).value).toBe('30')
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  expect(saved).toEqual([{ field: 'dateCreated', operator: 'inNext', values: ['30'] }])
})

test('the days of an existing filter are kept', async () => {
  const { user } = open({ operator: 'inLast', values: ['7'] })
  await choose(user, 'in the next days')
  expect((await days()).value).toBe('7')
})

test('what is not a number of days stays as typed, with what is expected', async () => {
  const { user, saved } = open()
  await user.type(await days(), 'x')
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  expect((await days()).value).toBe('30x')
  expect(screen.getByRole('alert').textContent).toBe('Enter a number of days, 3650 at most')
  expect(saved).toEqual([])
})

test('a filter by person starts with the choice of one, of whom the user is the first', async () => {
  const { user } = open({ field: 'createdBy' }, companyFields.createdBy)
  act(() =>
    session.remember({ userId: myUserId, fullName: 'Kim Berg', roleList: ['ROLE_TENANT_ADMIN'], permissionList: [] } as never),
  )
  expect(screen.getByLabelText<HTMLSelectElement>('Condition').value).toBe('is')
  await user.click(screen.getByRole('combobox', { name: 'People' }))
  await screen.findByRole('option', { name: 'Ada Other' })
  const names = screen.getAllByRole('option').map(({ textContent }) => textContent)
  expect(names).toEqual(['is', 'is not', 'is me', 'Kim Berg', 'Ada Other'])
})

test('a day can be excluded', async () => {
  const { user, saved } = open()
  await choose(user, 'is not')
  await user.type(await screen.findByLabelText('Day'), '01-02-2026')
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  expect(saved).toEqual([{ field: 'dateCreated', operator: 'isNot', values: ['2026-02-01'] }])
})

test('the two days of a range have visible labels, and the first empty one gets the focus if it is missing', async () => {
  const { user, saved } = open()
  await choose(user, 'is between')
  expect(screen.getByText('First day')).toBeTruthy()
  await user.type(screen.getByLabelText('First day'), '01-02-2026')
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  expect(screen.getByRole('alert').textContent).toBe('Enter both dates')
  expect(document.activeElement).toBe(screen.getByLabelText('Last day'))
  await user.keyboard('28-02-2026{Enter}')
  expect(saved).toEqual([{ field: 'dateCreated', operator: 'between', values: ['2026-02-01', '2026-02-28'] }])
})
