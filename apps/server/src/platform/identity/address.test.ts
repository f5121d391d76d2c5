import { identityApi } from '@tradewind/contract/platform/identity.contract'
import { adminApi } from '@tradewind/contract/platform/user.contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenantScope } from '#kit/database/database'
import type { LinkPurpose } from '#platform/schema/identity.table'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { hashPassword } from './signing.ts'

const currentPassword = 'Correct horse, battery'

let app: TestApp
let admin: TestUser
let passwordHash: string
beforeAll(async () => {
  app = await testApp()
  passwordHash = await hashPassword(currentPassword)
  admin = await app.someone('ROLE_TENANT_ADMIN', { passwordHash })
})
afterAll(() => app.close())

const someone = () => app.someone('ROLE_ADMIN', { passwordHash })
const fresh = () => `New.${randomUUID().slice(0, 8)}@Example.test`
const change = (who: TestUser, emailAddress: string, given = currentPassword) =>
  app.as(who).send(identityApi.changeAddress, { emailAddress, currentPassword: given })
/** The links of this purpose that are still valid, the latest first. */
const links = async ({ tenantId, uniqueId }: TestUser, purpose: LinkPurpose = 'CONFIRM_ADDRESS') => {
  const good = 'select id from link_token where user_id = $1 and purpose = $2 and used_at is null order by created_at desc, id'
  const rows = await app.asOwner<{ id: string }>(good, [uniqueId, purpose])
  return rows.map(({ id }) => app.appContext.links.tokenOf(tenantId, id))
}
/** Requests a new address and returns the mailed token. */
const asked = async (who: TestUser, emailAddress: string) => {
  expect((await change(who, emailAddress)).statusCode).toBe(200)
  const [token] = await links(who)
  return token!
}
const confirm = async (token: string) => {
  const response = await app.as(undefined).send(identityApi.confirmAddress, { token })
  return { status: response.statusCode, ...response.json() }
}
const addressOf = async (who: TestUser) => (await app.as(admin).call(adminApi.get, { uniqueId: who.uniqueId })).emailAddress
const DEAD = 'This link is no longer valid. Please ask for a new one.'
const dead = { status: 422, responseStatus: 'ERROR', message: DEAD, data: { token: DEAD } }

test('a confirmed address becomes the sign-in address, and the change updates the record’s version', async () => {
  const ann = await someone()
  await app.asOwner(`update user_account set updated_at = now() + interval '1 hour' where id = $1`, [ann.uniqueId])
  const before = await app.as(admin).call(adminApi.get, { uniqueId: ann.uniqueId })
  const emailAddress = fresh()
  expect(await confirm(await asked(ann, emailAddress))).toMatchObject({ status: 200 })
  const after = await app.as(admin).call(adminApi.get, { uniqueId: ann.uniqueId })
  expect([after.emailAddress, after.updatedAt > before.updatedAt]).toEqual([emailAddress, true])
  const late = app.as(admin).call(adminApi.update, { uniqueId: ann.uniqueId, lastName: 'Late', updatedAt: before.updatedAt })
  await expect(late).rejects.toMatchObject({ status: 409, data: after })
  const signIn = (username: string) => app.as(undefined).send(identityApi.login, { username, password: currentPassword })
  expect((await signIn(emailAddress.toUpperCase())).statusCode).toBe(200)
  expect((await signIn(ann.emailAddress)).statusCode).toBe(401)
})

test('the change is recorded in the history, with the previous address', async () => {
  const ann = await someone()
  const emailAddress = fresh()
  await confirm(await asked(ann, emailAddress))
  const [entry] = await app.as(admin).call(adminApi.history, { uniqueId: ann.uniqueId })
  expect(entry).toMatchObject({
    action: 'CHANGED',
    changes: { emailAddress: { before: ann.emailAddress, after: emailAddress } },
  })
})

test('an address in use gets the same response as any other, and creates no link: active, deactivated or only invited', async () => {
  const [ann, open, closed] = [await someone(), await someone(), await someone()]
  await app.as(admin).call(adminApi.setActive, { uniqueId: closed.uniqueId, isActive: false })
  const invited = await app.someone('ROLE_LEVEL1', { verified: false })
  const free = await change(ann, fresh())
  const [kept] = await links(ann)
  for (const { emailAddress } of [open, closed, invited]) {
    const taken = await change(ann, emailAddress.toUpperCase())
    expect([taken.statusCode, taken.body]).toEqual([free.statusCode, free.body])
    expect(await links(ann)).toEqual([kept])
  }
})

test('the address of a deleted user can be used again', async () => {
  const [ann, gone] = [await someone(), await someone()]
  await app.as(admin).call(adminApi.remove, { uniqueId: gone.uniqueId })
  expect(await confirm(await asked(ann, gone.emailAddress))).toMatchObject({ status: 200 })
})

test.each([true, false])(
  'a link is invalid if its address has been taken in the meantime, with its owner active: %s',
  async (isActive) => {
    const ann = await someone()
    const emailAddress = fresh()
    const token = await asked(ann, emailAddress)
    const other = await app.someone('ROLE_LEVEL1', { emailAddress: emailAddress.toLowerCase() })
    await app.as(admin).call(adminApi.setActive, { uniqueId: other.uniqueId, isActive })
    expect(await confirm(token)).toEqual(dead)
    expect(await addressOf(ann)).toBe(ann.emailAddress)
  },
)

test('when two users confirm the same address at the same time, one gets it and the other’s link is invalid', async () => {
  const both = [await someone(), await someone()]
  const emailAddress = fresh()
  const tokens = [await asked(both[0]!, emailAddress), await asked(both[1]!, emailAddress.toLowerCase())]
  let begun: ReturnType<typeof confirm>[] = []
  await app.whileLocked('user_account', async () => {
    begun = tokens.map(confirm)
    await expect.poll(app.waiting).toHaveLength(2)
  })
  const answers = (await Promise.all(begun)).toSorted((one, other) => one.status - other.status)
  expect(answers).toMatchObject([{ status: 200 }, dead])
})

test('a link works only once, and not for an account deactivated or deleted in the meantime', async () => {
  const ann = await someone()
  const token = await asked(ann, fresh())
  expect(await confirm(token)).toMatchObject({ status: 200 })
  expect(await confirm(token)).toEqual(dead)
  for (const ended of ['deactivated_at', 'deleted_at']) {
    const bob = await someone()
    const theirs = await asked(bob, fresh())
    await app.asOwner(`update user_account set ${ended} = now() where id = $1`, [bob.uniqueId])
    expect(await confirm(theirs)).toEqual(dead)
  }
})

test('the account is checked again while it is locked: one deactivated at that moment keeps its address', async () => {
  const ann = await someone()
  const token = await asked(ann, fresh())
  let begun: ReturnType<typeof confirm> | undefined
  await app.appContext.db.write(tenantScope(ann.tenantId), async (tx) => {
    await tx.execute(`update user_account set deactivated_at = now() where id = '${ann.uniqueId}'`)
    begun = confirm(token)
    await expect.poll(app.waiting).toHaveLength(1)
  })
  expect(await begun).toEqual(dead)
  expect(await addressOf(ann)).toBe(ann.emailAddress)
})

test('only the newest link is valid, even when two are requested at the same time', async () => {
  const ann = await someone()
  const older = await asked(ann, fresh())
  const newest = await asked(ann, fresh())
  expect(await confirm(older)).toEqual(dead)
  expect(await confirm(newest)).toMatchObject({ status: 200 })
  let begun: ReturnType<typeof change>[] = []
  await app.whileLocked('link_token', async () => {
    begun = [change(ann, fresh()), change(ann, fresh())]
    await expect.poll(app.waiting).toHaveLength(2)
  })
  expect((await Promise.all(begun)).map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(await links(ann)).toHaveLength(1)
})

test('confirming an address deletes the links mailed to the old one', async () => {
  const ann = await someone()
  const token = await asked(ann, fresh())
  const { tenantId, uniqueId: userId } = ann
  for (const purpose of ['RESET_PASSWORD', 'SET_PASSWORD'] as const)
    await app.appContext.db.write(tenantScope(tenantId), (tx) =>
      app.appContext.links.make(tx, tenantId, { purpose, userId, minutes: 60 }),
    )
  expect(await confirm(token)).toMatchObject({ status: 200 })
  expect([await links(ann, 'RESET_PASSWORD'), await links(ann, 'SET_PASSWORD'), await links(ann)]).toEqual([[], [], []])
})

test('requires the current password, and rejects the actor’s own address as the new one', async () => {
  const ann = await someone()
  const wrong = await change(ann, fresh(), 'wrong')
  expect([wrong.statusCode, wrong.json().data]).toEqual([422, { currentPassword: 'This is not your current password' }])
  const same = await change(ann, ann.emailAddress.toUpperCase())
  expect([same.statusCode, same.json().data]).toEqual([422, { emailAddress: 'This is already your address' }])
  const both = await change(ann, ann.emailAddress, 'wrong')
  expect(both.json().data).toEqual({ ...wrong.json().data, ...same.json().data })
  expect(await links(ann)).toEqual([])
})
