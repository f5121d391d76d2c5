// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import type { AuditEntry } from '@tradewind/contract/platform/audit.contract'
import type { Tenant } from '@tradewind/contract/platform/tenant.contract'
import { expect, test } from 'vitest'
import TenantList from '#platform/tenant/TenantList'
import { listAnswer, mockCalls } from '../../test/answers.ts'
import { companyId } from '../../test/samples.ts'
import { renderScreen } from '../../test/visit.tsx'
import AuditList from './AuditList.tsx'

/** The element that shows a text in one line of a table, and all of it on hover and focus. */
const lineOf = (text: string | RegExp) => screen.getByText(text).closest('[data-one-line]')

test('the changes of an entry of the audit trail are in one line', async () => {
  const entry = {
    uniqueId: companyId(1),
    dateCreated: '2026-03-01T10:00:00.000Z',
    byName: 'Kim Berg',
    createdBy: null,
    action: 'CHANGED',
    kind: 'company',
    recordId: companyId(2),
    title: 'Fjord',
    changes: { address: { before: 'Old Quay', after: 'New Quay' }, taxRefNumber: { before: 'A1', after: 'B2' } },
  } as unknown as AuditEntry
  mockCalls({ 'GET /api/audit/': () => listAnswer([entry]) })
  renderScreen(<AuditList />, { at: '/crm/audit/list' })
  await screen.findByText('Old Quay')
  expect(lineOf('Old Quay')).not.toBeNull()
  expect(lineOf('A1')).toBe(lineOf('Old Quay'))
  expect(lineOf('A1')!.textContent).toBe('Address: Old Quay → New Quay · Tax Ref Number: A1 → B2')
})

test('the contact of a tenant is in one line', async () => {
  const tenant = {
    uniqueId: companyId(1),
    dateCreated: '2026-03-01T10:00:00.000Z',
    fullName: 'Nordhaven',
    firstName: 'Tomke',
    middleName: null,
    lastName: 'Harms',
    emailAddress: 'tomke@nordhaven.test',
    domainName: 'nordhaven.localhost',
    secondaryDomainName: 'www.nordhaven.localhost',
    isMain: false,
    deletedAt: null,
    figures: null,
  } as unknown as Tenant
  mockCalls({ 'GET /api/tenant/': () => listAnswer([tenant]) })
  renderScreen(<TenantList />, { at: '/superAdmin/tenant/list', role: 'ROLE_SUPER_ADMIN' })
  await screen.findByText('tomke@nordhaven.test')
  expect(lineOf('tomke@nordhaven.test')!.textContent).toBe('Tomke Harms tomke@nordhaven.test')
  expect(lineOf(/nordhaven.localhost, www/)).not.toBeNull()
})
