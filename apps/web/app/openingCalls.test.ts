import type { Role } from '@tradewind/contract/roles'
import { expect, test } from 'vitest'
import { features } from './features.ts'
import { collectEntries } from './kit/feature.ts'
import { firstCalls, recordAt } from './openingCalls.ts'

const at = (path: string) => new URL(path, 'https://tradewind.test')
const routesAt = (path: string) => firstCalls(at(path)).map(([route]) => route)
const account = 'GET /api/auth/account'

test.each([
  ['/crm/company/show/c-1', [account, 'GET /api/company/:uniqueId', 'GET /api/customField/']],
  ['/user/project/show/c-1', [account, 'GET /api/project/:uniqueId']],
  ['/admin/legalText/show/c-1', [account, 'GET /api/legalText/:uniqueId']],
  ['/crm/company/list', [account, 'GET /api/company/', 'GET /api/view/', 'GET /api/customField/']],
  ['/crm/company/show', [account]],
  ['/crm/company/edit/c-1', [account]],
  ['/crm/nothing/show/c-1', [account]],
  ['/crm/company/show/c-1/more', [account]],
])('%s requests %s', (path, routes) => expect(routesAt(path)).toEqual(routes))

const menuOf = (role: Role) => collectEntries(features, [], { uniqueId: 'me', roles: [role], permissions: [] } as never).menu
const routesFor = (role: Role) => firstCalls(at('/user/company/list'), menuOf(role)).map(([route]) => route)

test('a list is requested only for users whose menu has it', () => {
  expect(routesFor('ROLE_STARTER')).toEqual([account])
  expect(routesFor('ROLE_BASIC')).toEqual([account, 'GET /api/company/', 'GET /api/view/', 'GET /api/customField/'])
})

test('the record of an address is its kind and id', () => {
  expect(recordAt(at('/crm/contact/show/c-1'))).toEqual({ kind: 'contact', uniqueId: 'c-1' })
  expect(recordAt(at('/crm/contact/show/c-1?tab=files'))).toEqual({ kind: 'contact', uniqueId: 'c-1' })
  expect(recordAt(at('/crm/contact/list'))).toBeUndefined()
})
