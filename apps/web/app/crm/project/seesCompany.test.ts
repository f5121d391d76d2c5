import type { Actor } from '@tradewind/contract/roles'
import { expect, test } from 'vitest'
import { maySeeCompany } from './ProjectCompanyMenu.tsx'

const actor = (role: Actor['roles'][number], more: Partial<Actor> = {}): Actor => ({
  uniqueId: 'me',
  tenantId: 't',
  partitionId: 't',
  emailAddress: '',
  fullName: '',
  roles: [role],
  permissions: [],
  allowedCountries: [],
  ...more,
})
const company = { uniqueId: 'c', legalName: 'Fjord AS', country: 'Norway', website: '' }

test('level 3 opens only the companies of its countries, whatever project they are in', () => {
  const projectCompany = { company, sharedWith: ['me'] }
  expect(maySeeCompany(actor('ROLE_LEVEL3', { allowedCountries: ['Norway'] }), projectCompany)).toBe(true)
  expect(maySeeCompany(actor('ROLE_LEVEL3', { allowedCountries: ['Sweden'] }), projectCompany)).toBe(false)
})

test('levels 1 and 2 open companies in projects shared with them, admins open all, starters none', () => {
  expect(maySeeCompany(actor('ROLE_LEVEL1'), { company, sharedWith: ['me'] })).toBe(true)
  expect(maySeeCompany(actor('ROLE_LEVEL2'), { company, sharedWith: ['you'] })).toBe(false)
  expect(maySeeCompany(actor('ROLE_ADMIN'), { company, sharedWith: [] })).toBe(true)
  expect(maySeeCompany(actor('ROLE_STARTER'), { company, sharedWith: [] })).toBe(false)
})
