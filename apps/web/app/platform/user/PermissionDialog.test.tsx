// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { companyId, sampleUser } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { PermissionDialog } from './PermissionDialog.tsx'
import { PermissionPanel } from './PermissionPanel.tsx'

const catalogue = [
  ['EXPORT_DATA', 'Export lists'],
  ['VIEW_AUDIT', 'See who changed what'],
].map(([key, value], at) => ({ uniqueId: companyId(at + 1), key: key!, value: value!, dateCreated: '2026-01-01T00:00:00.000Z' }))

const level3 = { ...sampleUser(7), adminRole: 'ROLE_LEVEL3' as const }
const role = 'ROLE_TENANT_ADMIN' as const

const textBeside = (name: string) => screen.getByRole('checkbox', { name }).closest('.mantine-Checkbox-root')!.textContent

test('the dialog says which permissions change nothing for the user’s role', async () => {
  mockCalls({ 'GET /api/permission/': () => listAnswer(catalogue as never[]) })
  renderScreen(<PermissionDialog user={level3} permissions={[]} onClose={() => {}} />, { role })
  await screen.findByRole('checkbox', { name: 'See who changed what' })
  expect(textBeside('See who changed what')).toBe('See who changed whatVIEW_AUDITHas no effect for the role Level 3')
  expect(textBeside('Export lists')).toBe('Export listsEXPORT_DATA')
})

test('the list of a user’s permissions says it, too', async () => {
  const permissions = catalogue.map((permissionDTO, at) => ({
    uniqueId: companyId(at + 10),
    permissionUID: permissionDTO.uniqueId,
    permissionDTO,
  }))
  mockCalls({ 'GET /api/userPermission/': () => listAnswer(permissions as never[]) })
  renderScreen(<PermissionPanel user={level3} />, { role })
  const rows = (await screen.findAllByRole('row')).slice(1).map(({ textContent }) => textContent)
  expect(rows[0]).toMatch(/^Export lists\d/)
  expect(rows[1]).toMatch(/^See who changed whatHas no effect for the role Level 3/)
})
