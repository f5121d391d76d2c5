import { userPermissionApi } from '@tradewind/contract/platform/permission.contract'
import { adminApi } from '@tradewind/contract/platform/user.contract'
import { type Role, roles } from '@tradewind/contract/roles'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'

/** In the notation of the permissions page, a line for each actor: a mark for each role, in the order of this head. */
const head = [
  'SUPER_ADMIN',
  'TENANT_ADMIN',
  'ADMIN',
  'LEVEL3',
  'LEVEL2',
  'LEVEL1',
  'BUISNESS',
  'PRO',
  'ADVANCE',
  'BASIC',
  'STARTER',
  'FREE',
]
const nobody = '. . . . . . . . . . . .'
const everybody = '+ + + + + + + + + + + +'

/** Which roles an actor may create in the main account. `x`: the actor may not assign this role. */
const creatable: Record<string, string> = { SUPER_ADMIN: everybody, TENANT_ADMIN: 'x x + + + + + + + + + +' }
/** In any other tenant, by its own users. */
const madeElsewhere: Record<string, string> = { TENANT_ADMIN: 'x x + + + + x x x x x x' }
/** In any other tenant, by the super admin. */
const madeAbroad = 'x + x x x x x x x x x x'
/** Which users an actor may change, and grant a permission. `.`: visible, but not to be changed; `-`: not found. */
const changeable: Record<string, string> = {
  SUPER_ADMIN: everybody,
  TENANT_ADMIN: '. . + + + + + + + + + +',
  ADMIN: nobody,
}
const unseen = '- - - - - - - - - - - -'
/** Which role an actor may assign to staff, and to members. `o`: that would be another kind of account. */
const staffTo: Record<string, string> = { SUPER_ADMIN: '+ + + + + + o o o o o o', TENANT_ADMIN: 'x x + + + + o o o o o o' }
const memberTo: Record<string, string> = { SUPER_ADMIN: 'o o o o o o + + + + + +', TENANT_ADMIN: 'o o o o o o + + + + + +' }

const role = (name: string) => `ROLE_${name}` as Role
const cells = (line: string) => line.split(' ').map((mark, at) => ({ to: role(head[at]!), mark }))

let app: TestApp
let people: Map<Role, TestUser>
beforeAll(async () => {
  app = await testApp()
  people = new Map(await Promise.all(roles.map(async (one) => [one, await app.someone(one)] as const)))
})
afterAll(() => app.close())
const person = (of: Role) => people.get(of)!

const countries = (of: Role) => (of === 'ROLE_LEVEL3' ? { allowedCountries: ['Italy'] } : {})
const fresh = (adminRole: Role) => {
  const emailAddress = `p.${crypto.randomUUID()}@example.test`
  return { firstName: 'Ada', lastName: 'Byron', emailAddress, adminRole, ...countries(adminRole) }
}
const answerOf = async (call: Promise<unknown>) => {
  try {
    await call
    return '+'
  } catch (error) {
    const { status, data } = error as { status: number; data: { adminRole?: string } }
    if (status === 422 && data.adminRole?.startsWith('Staff and members')) return 'o'
    if (status === 422 && data.adminRole === 'You cannot assign this role') return 'x'
    return { 403: '.', 404: '-' }[status] ?? String(status)
  }
}
const lineOf = async (line: string, ask: (to: Role) => Promise<string>) => {
  const answers: string[] = []
  for (const { to } of cells(line)) answers.push(await ask(to))
  return answers.join(' ')
}

test('the table head names every role', () => expect(head.map(role)).toEqual(roles))

describe.each(head)('%s', (name) => {
  const who = () => app.as(person(role(name)))
  const seesOthers = ['SUPER_ADMIN', 'TENANT_ADMIN', 'ADMIN'].includes(name)

  const rename = async (of: Role) =>
    answerOf(who().call(adminApi.update, { uniqueId: (await app.someone(of)).uniqueId, firstName: 'New' }))

  test('creates only users of the allowed roles', async () => {
    const line = creatable[name] ?? nobody
    expect(await lineOf(line, (to) => answerOf(who().call(adminApi.create, fresh(to))))).toBe(line)
  })

  test('creates only users of the allowed roles in a tenant that is not the main account', async () => {
    if (name === 'SUPER_ADMIN') return
    const line = madeElsewhere[name] ?? nobody
    const local = await app.someone(role(name), { tenantId: app.other.uniqueId })
    expect(await lineOf(line, (to) => answerOf(app.as(local).call(adminApi.create, fresh(to))))).toBe(line)
  })

  test('renames only users of the allowed roles', async () => {
    const line = changeable[name] ?? unseen
    expect(await lineOf(line, rename)).toBe(line)
  })

  test.each([
    ['staff', 'ROLE_LEVEL1', staffTo],
    ['a member', 'ROLE_FREE', memberTo],
  ] as const)('gives %s only the allowed roles', async (_, from, table) => {
    const line = table[name] ?? (seesOthers ? nobody : unseen)
    const give = async (to: Role) => {
      const { uniqueId } = await app.someone(from === to ? (from === 'ROLE_FREE' ? 'ROLE_PRO' : 'ROLE_LEVEL2') : from)
      return answerOf(who().call(adminApi.update, { uniqueId, adminRole: to, ...countries(to) }))
    }
    expect(await lineOf(line, give)).toBe(line)
  })

  test('grants a permission only to users of the allowed roles', async () => {
    const line = name in creatable ? changeable[name]! : nobody
    const [{ id }] = (await app.asOwner<{ id: string }>(`select id from permission where key = 'EXPORT_DATA'`)) as [
      { id: string },
    ]
    const grant = async (to: Role) => {
      const { uniqueId: userUID } = await app.someone(to)
      return answerOf(who().call(userPermissionApi.assign, { userUID, permissionStateList: [id] }))
    }
    expect(await lineOf(line, grant)).toBe(line)
  })
})

const createAbroad = (to: Role) =>
  answerOf(app.as(person('ROLE_SUPER_ADMIN')).call(adminApi.create, fresh(to), { 'x-tenant': app.other.uniqueId }))

test('the super admin can create tenant admins in another tenant, but no other role', async () => {
  expect(await lineOf(madeAbroad, createAbroad)).toBe(madeAbroad)
})

test('the super admin cannot give a tenant admin of another tenant another role', async () => {
  const { uniqueId } = await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId })
  const change = app
    .as(person('ROLE_SUPER_ADMIN'))
    .call(adminApi.update, { uniqueId, adminRole: 'ROLE_ADMIN' }, { 'x-tenant': app.other.uniqueId })
  expect(await answerOf(change)).toBe('x')
})

test('a tenant admin outside the main account can move members between the free account and the plans', async () => {
  const tenantId = app.other.uniqueId
  const [local, member] = [await app.someone('ROLE_TENANT_ADMIN', { tenantId }), await app.someone('ROLE_FREE', { tenantId })]
  for (const adminRole of ['ROLE_BUISNESS', 'ROLE_STARTER', 'ROLE_FREE'] as const) {
    const moved = await app.as(local).call(adminApi.update, { uniqueId: member.uniqueId, adminRole })
    expect(moved).toMatchObject({ adminRole, role: [adminRole] })
  }
})

test.each(['ROLE_TEACHER', 'ROLE_PARENT', 'ROLE_STUDENT', '', 'role_admin'])('%s is rejected as a role', async (adminRole) => {
  const given = { ...fresh('ROLE_LEVEL1'), adminRole: adminRole as 'ROLE_LEVEL1' }
  await expect(app.as(person('ROLE_SUPER_ADMIN')).call(adminApi.create, given)).rejects.toMatchObject({
    status: 422,
    data: { adminRole: 'Choose a role' },
  })
})
