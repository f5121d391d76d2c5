// @vitest-environment jsdom
import type { Account } from '@tradewind/contract/platform/identity.contract'
import { beforeEach, expect, test } from 'vitest'
import { session } from './session.ts'

const account = (userId: string): Account =>
  ({
    userId,
    tenant: 'north',
    worldId: 'north',
    emailAddress: `${userId}@north.test`,
    fullName: userId,
    roleList: ['ROLE_ADMIN'],
    permissionList: ['EXPORT_DATA'],
    allowedCountries: [],
    brandLogoUID: null,
    language: 'fr',
    timeZone: null,
    theme: null,
    tenantLanguage: 'en',
    tenantTimeZone: 'UTC',
    switchedOff: [],
  }) as unknown as Account

const signIn = (userId: string) => {
  const stored = { accessToken: `token of ${userId}`, userId, tenant: 'north', roleList: '["ROLE_LEVEL1"]' }
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
}

beforeEach(() => localStorage.clear())

test('the account call’s reply brings rights and settings up to date', () => {
  signIn('anna')
  session.remember(account('anna'))
  expect(session.actor().roles).toEqual(['ROLE_ADMIN'])
  expect(session.choices()?.language).toBe('fr')
})

test('an account that arrives after another user has signed in in another tab does not replace that user’s rights', () => {
  signIn('berta')
  session.remember(account('clara'))
  expect([localStorage.getItem('roleList'), localStorage.getItem('choices')]).toEqual(['["ROLE_LEVEL1"]', null])
})

test('who signs in is nobody else, although this page still has the account of another user whose session another tab has ended', () => {
  signIn('anna')
  session.remember(account('anna'))
  localStorage.clear()
  session.start({ accessToken: 'next', userId: 'berta', tenant: 'north', roleList: ['ROLE_PRO'], permissionList: [] } as never)
  expect(session.actor()).toMatchObject({ uniqueId: 'berta', roles: ['ROLE_PRO'] })
})

test('an account that arrives after sign-out is dropped', () => {
  session.remember(account('anna'))
  expect(localStorage.getItem('roleList')).toBeNull()
})
