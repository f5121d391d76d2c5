import { companyPolicy, meetingReportPolicy, projectPolicy } from '@tradewind/contract/crm/policies'
import { all } from '@tradewind/contract/kit/policy'
import { tenantPolicy, xgAdmins } from '@tradewind/contract/platform/policies'
import { type Actor, ADMIN, BASIC_UP, type Role, STAFF } from '@tradewind/contract/roles'
import { expect, test, vi } from 'vitest'
import { session } from '#kit/session'
import { guard, redirectTarget } from './guard.ts'

const actor = (role?: Role, permissions: string[] = []): Actor => ({
  uniqueId: 'me',
  tenantId: 't',
  partitionId: 't',
  emailAddress: '',
  fullName: '',
  roles: role ? [role] : [],
  permissions,
  allowedCountries: [],
})
const at = (path: string) => `https://here.example${path}`

test('redirects visitors to sign-in, with the way back in the address', () => {
  expect(redirectTarget(actor(), at('/crm/company/list?country=Japan'), {})).toBe(
    '/auth/login?next=%2Fcrm%2Fcompany%2Flist%3Fcountry%3DJapan',
  )
})

test('requires one role of every group', () => {
  const who = { groups: [STAFF, ADMIN] }
  expect(redirectTarget(actor('ROLE_ADMIN'), at('/crm/x'), who)).toBeNull()
  expect(redirectTarget(actor('ROLE_LEVEL1'), at('/crm/x'), who)).toBe('/status/403?because=role')
})

test('names the reason for a redirect: the rule’s role or its permission is missing', () => {
  const rules = [[ADMIN, all, 'EXPORT_DATA']] as const
  expect(redirectTarget(actor('ROLE_LEVEL1'), at('/crm/x'), { rules })).toBe('/status/403?because=role')
  expect(redirectTarget(actor('ROLE_ADMIN'), at('/crm/x'), { rules })).toBe('/status/403?because=permission')
  expect(redirectTarget(actor('ROLE_ADMIN', ['EXPORT_DATA']), at('/crm/x'), { rules })).toBeNull()
  expect(redirectTarget(actor('ROLE_LEVEL3'), at('/crm/company/create'), { rules: companyPolicy.create })).toBe(
    '/status/403?because=role',
  )
})

test('tells a member the lowest plan that opens a screen, or that the screen is for staff only', () => {
  const report = { rules: meetingReportPolicy.create }
  expect(redirectTarget(actor('ROLE_STARTER'), at('/user/meetingReport/create'), report)).toBe('/status/403?because=BASIC')
  expect(redirectTarget(actor('ROLE_FREE'), at('/user/project/list'), { rules: projectPolicy.see })).toBe(
    '/status/403?because=STARTER',
  )
  expect(redirectTarget(actor('ROLE_PRO'), at('/crm/leads'), { rules: xgAdmins })).toBe('/status/403?because=staff')
})

test('does not present a super admin screen as one that an administrator could grant', () => {
  expect(redirectTarget(actor('ROLE_TENANT_ADMIN'), at('/superAdmin/tenant/list'), { rules: tenantPolicy.see })).toBe(
    '/status/403?because=operator',
  )
})

test('opens XG admin screens to the super admin by role, to admins by permission, and never to others', () => {
  const at403 = redirectTarget(actor('ROLE_TENANT_ADMIN'), at('/crm/x'), { rules: xgAdmins })
  expect(at403, 'which only the super admin grants').toBe('/status/403?because=XG_ADMIN')
  for (const role of ['ROLE_TENANT_ADMIN', 'ROLE_ADMIN'] as const)
    expect(redirectTarget(actor(role, ['XG_ADMIN']), at('/crm/x'), { rules: xgAdmins })).toBeNull()
  expect(redirectTarget(actor('ROLE_SUPER_ADMIN'), at('/crm/x'), { rules: xgAdmins })).toBeNull()
  expect(redirectTarget(actor('ROLE_LEVEL3', ['XG_ADMIN']), at('/crm/x'), { rules: xgAdmins })).toBe('/status/403?because=role')
})

test('redirects members and staff to the same screen in their own area', () => {
  const who = { groups: [[...STAFF, ...BASIC_UP]] }
  expect(redirectTarget(actor('ROLE_PRO'), at('/crm/company/list?page=2'), who)).toBe('/user/company/list?page=2')
  expect(redirectTarget(actor('ROLE_LEVEL2'), at('/user/company/list'), who)).toBe('/crm/company/list')
  expect(redirectTarget(actor('ROLE_PRO'), at('/user/company/list'), who)).toBeNull()
  expect(redirectTarget(actor('ROLE_SUPER_ADMIN'), at('/superAdmin/tenant/list'), {})).toBeNull()
})

test('serves staff screens under /admin, too; only the super admin can open the super admin area', () => {
  expect(redirectTarget(actor('ROLE_LEVEL3'), at('/admin/company/list'), {})).toBeNull()
  expect(redirectTarget(actor('ROLE_PRO'), at('/admin/company/list'), {})).toBe('/user/company/list')
  expect(redirectTarget(actor('ROLE_SUPER_ADMIN'), at('/superadmin/dashboard'), {})).toBeNull()
  expect(redirectTarget(actor('ROLE_TENANT_ADMIN'), at('/superAdmin/dashboard'), {})).toBe('/crm/dashboard')
})

test('opens screens marked as everywhere in each area to signed-in users only', () => {
  const who = { anyAreaPath: /^\/\w+\/user\/news$/ }
  for (const area of ['student', 'teacher', 'admin', 'parent', 'superAdmin'])
    for (const role of ['ROLE_FREE', 'ROLE_LEVEL1', 'ROLE_SUPER_ADMIN'] as const)
      expect(redirectTarget(actor(role), at(`/${area}/user/news`), who)).toBeNull()
  expect(redirectTarget(actor('ROLE_FREE'), at('/admin/user/other'), who)).toBe('/user/user/other')
  expect(redirectTarget(actor('ROLE_FREE'), at('/student'), who)).toBe('/user/dashboard')
  expect(redirectTarget(actor(), at('/student/user/news'), who)).toBe('/auth/login?next=%2Fstudent%2Fuser%2Fnews')
})

test('redirects an area without a screen name to its dashboard', () => {
  expect(redirectTarget(actor('ROLE_PRO'), at('/user'), {})).toBe('/user/dashboard')
  expect(redirectTarget(actor('ROLE_PRO'), at('/crm/'), {})).toBe('/user/dashboard')
})

test('checks the create or the edit rule of a form, depending on its address', () => {
  vi.spyOn(session, 'actor').mockReturnValue(actor('ROLE_LEVEL3'))
  const open = guard({ rules: companyPolicy.create, editRules: [[['ROLE_LEVEL3'], all]] })
  const visit = (uniqueId?: string) => () => open({ request: new Request(at('/crm/company/form')), params: { uniqueId } })
  expect(visit()).toThrow(expect.objectContaining({ status: 302 }))
  expect(visit('a')()).toBeNull()
})
