import { roles } from '@tradewind/contract/roles'
import { expect, test } from 'vitest'
import { areaLinkOf, areaOf, landingOf, returnPathOf } from './landing.ts'

test('every role has a landing page after sign-in', () => {
  expect(Object.fromEntries(roles.map((role) => [role, landingOf([role])]))).toEqual({
    ROLE_SUPER_ADMIN: '/crm/dashboard',
    ROLE_TENANT_ADMIN: '/crm/dashboard',
    ROLE_ADMIN: '/crm/dashboard',
    ROLE_LEVEL1: '/crm/dashboard',
    ROLE_LEVEL2: '/crm/dashboard',
    ROLE_LEVEL3: '/crm/dashboard',
    ROLE_BASIC: '/user/dashboard',
    ROLE_ADVANCE: '/user/dashboard',
    ROLE_PRO: '/user/dashboard',
    ROLE_BUISNESS: '/user/dashboard',
    ROLE_STARTER: '/',
    ROLE_FREE: '/user/drive/shared',
  })
  expect(landingOf([])).toBe('/')
})

test('public pages link signed-in users to their own area, except starters', () => {
  expect(areaLinkOf(['ROLE_LEVEL1'])?.text).toBe('Switch to CRM')
  expect(areaLinkOf(['ROLE_PRO'])?.text).toBe('Switch to Dashboard')
  expect(areaLinkOf(['ROLE_FREE'])).toEqual({ to: '/user/drive/shared', text: 'My Drive' })
  expect(areaLinkOf(['ROLE_STARTER'])).toBeUndefined()
  expect(areaLinkOf([])).toBeUndefined()
})

test('every role has an area, including starter; a visitor has none', () => {
  for (const role of roles) expect(areaOf([role])).toBe(role === 'ROLE_STARTER' ? '/user/dashboard' : landingOf([role]))
  expect(areaOf([])).toBeUndefined()
})

test('sign-in returns only to pages of the signed-in areas and to pages that a plan opens', () => {
  expect(returnPathOf('/crm/company/list?country=C%C3%B4te')).toBe('/crm/company/list?country=C%C3%B4te')
  expect(returnPathOf('/teacher/user/news?page=2')).toBe('/teacher/user/news?page=2')
  expect(returnPathOf('/drive')).toBe('/drive')
  expect(returnPathOf('/fair?piece=0b1c-2d')).toBe('/fair?piece=0b1c-2d')
  expect(returnPathOf('/blog/fairs-that-pay')).toBe('/blog/fairs-that-pay')
  for (const other of [
    '/blog/',
    '/fair?leave=1',
    '/blog/../api',
    'https://elsewhere.example/crm/',
    '//elsewhere.example/crm/x',
    '/auth/login',
    '/',
    null,
  ])
    expect(returnPathOf(other)).toBeNull()
})
