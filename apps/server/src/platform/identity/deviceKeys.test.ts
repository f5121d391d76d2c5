import { companyApi } from '@tradewind/contract/crm/company.contract'
import { identityApi } from '@tradewind/contract/platform/identity.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const [phone, tablet] = ['0b0e6a3c-58a4-4f6b-9d0d-1f0a4b6c2d3e', '1b0e6a3c-58a4-4f6b-9d0d-1f0a4b6c2d3e']
const keyOf = async (who: TestUser, device: string) => (await app.as(who).call(identityApi.deviceKey, { device })).key

test('an account always gets the same key on a device, a different one on another device, and no other account gets it', async () => {
  const [ann, ben] = [await app.someone('ROLE_ADMIN'), await app.someone('ROLE_ADMIN')]
  const key = await keyOf(ann, phone)
  expect(Buffer.from(key, 'base64url')).toHaveLength(32)
  expect(await keyOf(ann, phone)).toBe(key)
  expect(new Set([key, await keyOf(ann, tablet), await keyOf(ben, phone)]).size).toBe(3)
})

test('a reply to work done offline is stored for 30 days, and any other for one day', async () => {
  const ann = await app.someone('ROLE_TENANT_ADMIN')
  const create = (legalName: string, key: string) => {
    const fields = { legalName, country: 'Norway', website: 'n.example', companyTypeList: ['ASSOCIATION' as const] }
    return app.as(ann).send(companyApi.create, fields, { 'idempotency-key': key })
  }
  await create('Late', 'fair-1')
  await create('Soon', 'soon-1')
  const aged = async (days: number) => {
    await app.asOwner("update first_reply set created_at = now() - make_interval(days => $1) where key in ('fair-1', 'soon-1')", [
      days,
    ])
    await app.clock('records.sweep')
    const kept = await app.asOwner<{ key: string }>(
      "select key from first_reply where key in ('fair-1', 'soon-1') order by key",
      [],
    )
    return kept.map(({ key }) => key)
  }
  expect(await aged(29)).toEqual(['fair-1'])
  expect(await aged(31)).toEqual([])
})
