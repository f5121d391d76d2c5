import { companyApi } from '@tradewind/contract/crm/company.contract'
import { identityApi } from '@tradewind/contract/platform/identity.contract'
import { adminApi } from '@tradewind/contract/platform/user.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'

let app: TestApp
let chief: TestUser
let admin: TestUser
let second: Awaited<ReturnType<TestApp['open']>>
beforeAll(async () => {
  app = await testApp()
  second = await app.open()
  chief = await app.someone('ROLE_SUPER_ADMIN')
  admin = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())

const statusOf = async (who: TestUser, node: Pick<TestApp, 'as'> = app) =>
  (await node.as(who).send(identityApi.sessions)).statusCode
/** Both nodes have cached this session. */
const known = async (who: TestUser) => expect([await statusOf(who), await statusOf(who, second)]).toEqual([200, 200])
const out = async (who: TestUser) => {
  expect(await statusOf(who)).toBe(401)
  await expect.poll(() => statusOf(who, second)).toBe(401)
}
const pendingLinks = ({ uniqueId }: { uniqueId: string }) =>
  app.asOwner('select purpose from link_token where user_id = $1 and used_at is null', [uniqueId])
const forget = ({ emailAddress: email }: TestUser) =>
  app.asOwner<{ id: string }>(
    `insert into link_token (tenant_id, user_id, purpose, token_hash, expires_at)
     select tenant_id, id, 'RESET_PASSWORD', id::text, now() + interval '1 hour' from user_account where email_address = $1 returning id`,
    [email],
  )

/** Starts these calls so that all of them read the same state. */
const atOnce = async <T>(begin: () => Promise<T>[]) => {
  let begun: Promise<T>[] = []
  await app.whileLocked('user_account', async () => {
    begun = begin()
    await expect.poll(app.waiting).toHaveLength(begun.length)
  })
  return Promise.all(begun)
}

const ways: [string, (who: TestUser) => Promise<unknown>][] = [
  ['another role', ({ uniqueId }) => app.as(admin).call(adminApi.update, { uniqueId, adminRole: 'ROLE_LEVEL2' })],
  ['closing the account', ({ uniqueId }) => app.as(admin).call(adminApi.setActive, { uniqueId, isActive: false })],
  ['deleting', ({ uniqueId }) => app.as(admin).call(adminApi.remove, { uniqueId })],
]
test.each(ways)('%s ends the user’s sessions on every node, and their pending links', async (_, end) => {
  const who = await app.someone('ROLE_ADMIN')
  await known(who)
  await forget(who)
  expect(await pendingLinks(who)).toHaveLength(1)
  await end(who)
  await out(who)
  expect(await pendingLinks(who)).toEqual([])
})

test('other changes end no session, and reach every node', async () => {
  const who = await app.someone('ROLE_LEVEL3', { allowedCountries: ['FR'] })
  const { uniqueId } = await app.as(admin).call(companyApi.create, {
    legalName: 'Italian',
    country: 'Italy',
    website: 'https://x.example',
    companyTypeList: ['ASSOCIATION'],
  })
  const sees = async (node: Pick<TestApp, 'as'>) => (await node.as(who).send(companyApi.get, { uniqueId })).statusCode
  expect([await sees(app), await sees(second)]).toEqual([404, 404])
  await app.as(admin).call(adminApi.update, { uniqueId: who.uniqueId, allowedCountries: ['Italy'] })
  expect(await sees(app)).toBe(200)
  await expect.poll(() => sees(second)).toBe(200)
})

test('a closed account cannot be invited, and can be opened again; closing it twice is recorded once', async () => {
  const who = await app.someone('ROLE_LEVEL1')
  const close = (isActive: boolean) => app.as(admin).call(adminApi.setActive, { uniqueId: who.uniqueId, isActive })
  expect(await close(false)).toMatchObject({ state: 'DEACTIVATED' })
  expect(await close(false)).toMatchObject({ state: 'DEACTIVATED' })
  const invite = app.as(admin).call(adminApi.invite, { uniqueId: who.uniqueId })
  await expect(invite).rejects.toMatchObject({ status: 409, message: 'This account is closed. Reopen it first.' })
  expect(await close(true)).toMatchObject({ state: 'INVITATION_EXPIRED' })
  const entries = await app.as(admin).call(adminApi.history, { uniqueId: who.uniqueId })
  expect(entries.map(({ changes }) => changes)).toEqual([
    { isActive: { before: false, after: true } },
    { isActive: { before: true, after: false } },
  ])
})

test('no user can close or delete their own account', async () => {
  for (const who of [chief, admin]) {
    const { uniqueId } = who
    await expect(app.as(who).call(adminApi.remove, { uniqueId })).rejects.toMatchObject({
      status: 409,
      message: 'You cannot delete yourself',
    })
    await expect(app.as(who).call(adminApi.setActive, { uniqueId, isActive: false })).rejects.toMatchObject({
      status: 409,
      message: 'You cannot close your own account',
    })
  }
  for (const role of ['ROLE_ADMIN', 'ROLE_PRO'] as const) {
    const who = await app.someone(role)
    const remove = app.as(who).call(adminApi.remove, { uniqueId: who.uniqueId })
    await expect(remove).rejects.toMatchObject({ status: 403 })
  }
})

test('rank decides: acting on a user the actor can see but not manage returns 403 and changes nothing', async () => {
  const [peer, clerk] = [await app.someone('ROLE_TENANT_ADMIN'), await app.someone('ROLE_ADMIN')]
  const member = await app.someone('ROLE_FREE')
  const rows = () => app.asOwner('select * from user_account order by id')
  const before = await rows()
  const targets: [TestUser, TestUser][] = [
    [admin, peer],
    [admin, chief],
    [clerk, member],
  ]
  for (const [who, { uniqueId }] of targets) {
    for (const call of [adminApi.remove, adminApi.invite])
      await expect(app.as(who).call(call, { uniqueId })).rejects.toMatchObject({ status: 403 })
    const closing = app.as(who).call(adminApi.setActive, { uniqueId, isActive: false })
    await expect(closing).rejects.toMatchObject({ status: 403 })
  }
  expect(await rows()).toEqual(before)
})

/** A user who has chosen a password can sign in. */
const passwordHash = 'chosen'

test('the last open tenant admin of a tenant can be neither deleted nor closed', async () => {
  const { uniqueId: tenantId } = await app.tenant('Lasting')
  const abroad = { 'x-tenant': tenantId }
  const [one, two] = [
    await app.someone('ROLE_TENANT_ADMIN', { tenantId, passwordHash }),
    await app.someone('ROLE_TENANT_ADMIN', { tenantId, passwordHash }),
  ]
  const active = (uniqueId: string, isActive: boolean) => app.as(chief).call(adminApi.setActive, { uniqueId, isActive }, abroad)
  await active(one.uniqueId, false)
  const last = { status: 409, message: 'This is the last tenant admin: there is always one' }
  await expect(active(two.uniqueId, false)).rejects.toMatchObject(last)
  await expect(app.as(chief).call(adminApi.remove, { uniqueId: two.uniqueId }, abroad)).rejects.toMatchObject(last)
  await app.as(chief).call(adminApi.remove, { uniqueId: one.uniqueId }, abroad)
  await expect(app.as(chief).call(adminApi.remove, { uniqueId: two.uniqueId }, abroad)).rejects.toMatchObject(last)
  expect(await statusOf(two)).toBe(200)
})

test('of two tenant admins who are deleted or closed at the same time, in any combination, one remains', async () => {
  const takingAway = [
    (uniqueId: string, headers: Record<string, string>) => app.as(chief).send(adminApi.remove, { uniqueId }, headers),
    (uniqueId: string, headers: Record<string, string>) =>
      app.as(chief).send(adminApi.setActive, { uniqueId, isActive: false }, headers),
  ]
  for (const [one, other] of [
    [takingAway[0]!, takingAway[0]!],
    [takingAway[0]!, takingAway[1]!],
    [takingAway[1]!, takingAway[1]!],
  ] as const) {
    const { uniqueId: tenantId } = await app.tenant('Racing')
    const admins = [
      await app.someone('ROLE_TENANT_ADMIN', { tenantId, passwordHash }),
      await app.someone('ROLE_TENANT_ADMIN', { tenantId, passwordHash }),
    ] as const
    const headers = { 'x-tenant': tenantId }
    let begun: ReturnType<(typeof takingAway)[number]>[] = []
    await app.whileLocked('user_account', async () => {
      begun = [one(admins[0].uniqueId, headers), other(admins[1].uniqueId, headers)]
      await expect.poll(app.waiting).toHaveLength(2)
    })
    const statuses = (await Promise.all(begun)).map(({ statusCode }) => statusCode)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409])
    const open = await app.asOwner(
      'select from user_account where tenant_id = $1 and deleted_at is null and deactivated_at is null',
      [tenantId],
    )
    expect(open).toHaveLength(1)
  }
})

test('of two super admins who delete or demote each other at the same time, in any combination, one remains', async () => {
  const own = await testApp()
  const away = [
    (uniqueId: string, by: TestUser) => own.as(by).send(adminApi.remove, { uniqueId }),
    (uniqueId: string, by: TestUser) => own.as(by).send(adminApi.update, { uniqueId, adminRole: 'ROLE_ADMIN' }),
  ]
  for (const [one, other] of [
    [away[0]!, away[0]!],
    [away[0]!, away[1]!],
    [away[1]!, away[1]!],
  ] as const) {
    const [ann, bob] = [
      await own.someone('ROLE_SUPER_ADMIN', { passwordHash }),
      await own.someone('ROLE_SUPER_ADMIN', { passwordHash }),
    ]
    await own.asOwner(
      `update user_account set deactivated_at = now() where role = 'ROLE_SUPER_ADMIN' and id <> all($1) and deleted_at is null`,
      [[ann.uniqueId, bob.uniqueId]],
    )
    let begun: ReturnType<(typeof away)[number]>[] = []
    await own.whileLocked('user_account', async () => {
      begun = [one(bob.uniqueId, ann), other(ann.uniqueId, bob)]
      await expect.poll(own.waiting).toHaveLength(2)
    })
    const statuses = (await Promise.all(begun)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    const open = await own.asOwner(
      `select from user_account where role = 'ROLE_SUPER_ADMIN' and deleted_at is null and deactivated_at is null`,
    )
    expect(open).toHaveLength(1)
  }
  await own.close()
})

test('a tenant admin who was only invited does not count as the last one, and can be deleted after a mistyped address', async () => {
  const { uniqueId: tenantId } = await app.tenant('Inviting')
  const abroad = { 'x-tenant': tenantId }
  const [one, typo, guest] = [
    await app.someone('ROLE_TENANT_ADMIN', { tenantId, passwordHash }),
    await app.someone('ROLE_TENANT_ADMIN', { tenantId, verified: false }),
    await app.someone('ROLE_TENANT_ADMIN', { tenantId, verified: false }),
  ]
  const remove = ({ uniqueId }: TestUser) => app.as(chief).call(adminApi.remove, { uniqueId }, abroad)
  const close = ({ uniqueId }: TestUser) => app.as(chief).call(adminApi.setActive, { uniqueId, isActive: false }, abroad)
  const last = { status: 409, message: 'This is the last tenant admin: there is always one' }
  await expect(remove(one)).rejects.toMatchObject(last)
  await expect(close(one)).rejects.toMatchObject(last)
  expect(await remove(typo)).toEqual({ uniqueId: typo.uniqueId })
  await app.asOwner('update user_account set password_hash = $2 where id = $1', [guest.uniqueId, passwordHash])
  expect(await remove(one)).toEqual({ uniqueId: one.uniqueId })
})

test('the only tenant admin can be deleted if they never accepted the invitation', async () => {
  const { uniqueId: tenantId } = await app.tenant('Beginning')
  const { uniqueId } = await app.someone('ROLE_TENANT_ADMIN', { tenantId, verified: false })
  expect(await app.as(chief).call(adminApi.remove, { uniqueId }, { 'x-tenant': tenantId })).toEqual({ uniqueId })
})

test('the last tenant admin of the main account cannot be given another role', async () => {
  const alone = await testApp()
  const [top, only] = [
    await alone.someone('ROLE_SUPER_ADMIN', { passwordHash }),
    await alone.someone('ROLE_TENANT_ADMIN', { passwordHash }),
  ]
  const demote = (adminRole: 'ROLE_ADMIN' | 'ROLE_SUPER_ADMIN') =>
    alone.as(top).call(adminApi.update, { uniqueId: only.uniqueId, adminRole })
  await expect(demote('ROLE_ADMIN')).rejects.toMatchObject({ status: 409 })
  await alone.someone('ROLE_TENANT_ADMIN', { verified: false })
  await expect(demote('ROLE_ADMIN')).rejects.toMatchObject({ status: 409 })
  await alone.someone('ROLE_TENANT_ADMIN', { passwordHash })
  expect(await demote('ROLE_ADMIN')).toMatchObject({ adminRole: 'ROLE_ADMIN' })
  await alone.close()
})

test('when two super admins delete each other at the same time, one deletion is rejected', async () => {
  const race = await testApp()
  const both = [
    await race.someone('ROLE_SUPER_ADMIN', { passwordHash }),
    await race.someone('ROLE_SUPER_ADMIN', { passwordHash }),
  ] as const
  for (const who of both) await race.as(who).call(adminApi.get, { uniqueId: who.uniqueId })
  let begun: Promise<{ statusCode: number }>[] = []
  await race.whileLocked('user_account', async () => {
    begun = both.map((who, at) => race.as(who).send(adminApi.remove, { uniqueId: both[1 - at]!.uniqueId }))
    await expect.poll(race.waiting).toHaveLength(2)
  })
  expect((await Promise.all(begun)).map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  await race.close()
})

test('when two super admins delete two tenant admins at the same time, one deletion is rejected', async () => {
  const { uniqueId: tenantId } = await app.tenant('Racing')
  const abroad = { 'x-tenant': tenantId }
  const other = await app.someone('ROLE_SUPER_ADMIN')
  const targets = [
    await app.someone('ROLE_TENANT_ADMIN', { tenantId, passwordHash }),
    await app.someone('ROLE_TENANT_ADMIN', { tenantId, passwordHash }),
  ]
  for (const who of [chief, other]) await app.as(who).call(adminApi.get, { uniqueId: targets[0]!.uniqueId }, abroad)
  const answers = await atOnce(() =>
    [chief, other].map((who, at) => app.as(who).send(adminApi.remove, { uniqueId: targets[at]!.uniqueId }, abroad)),
  )
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('a deleted user is in no list, and a new account with the old address inherits nothing', async () => {
  const old = await app.someone('ROLE_PRO', { permissions: ['EXPORT_DATA'] })
  const company = {
    legalName: 'Legacy',
    country: 'Italy',
    website: 'https://x.example',
    companyTypeList: ['ASSOCIATION' as const],
  }
  const { uniqueId } = await app.as(old).call(companyApi.create, company)
  await app.as(admin).call(adminApi.remove, { uniqueId: old.uniqueId })
  for (const call of [adminApi.get, adminApi.remove, adminApi.history]) {
    await expect(app.as(admin).call(call, { uniqueId: old.uniqueId })).rejects.toMatchObject({ status: 404 })
  }
  expect(await app.as(admin).call(adminApi.list, { emailAddress: old.emailAddress })).toEqual([])
  const heir = await app.someone('ROLE_PRO', { emailAddress: old.emailAddress })
  expect(await app.as(heir).call(companyApi.list, {})).toEqual([])
  await expect(app.as(heir).call(companyApi.get, { uniqueId })).rejects.toMatchObject({ status: 404 })
  expect(await app.as(heir).call(identityApi.account, {})).toMatchObject({ permissionList: [], brandLogoUID: null })
})
