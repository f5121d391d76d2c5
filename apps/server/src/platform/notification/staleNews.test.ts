import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { crmCalls } from '../../../test/crm/crm.ts'
import { openRecordPage } from '../../../test/recordPage.ts'

let app: TestApp
let node: Pick<TestApp, 'fastify'>
let chief: TestUser
beforeAll(async () => {
  app = await testApp()
  node = await app.open()
  await node.fastify.listen({ port: 0, host: '127.0.0.1' })
  chief = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())

/** A page at another node than the one that is called. */
const open = (who: TestUser) => openRecordPage(node, who)

test('where it cannot be found out what one user may see, the others hear of the change nevertheless', async () => {
  const level = await open(await app.someone('ROLE_LEVEL1'))
  const clerk = await open(await app.someone('ROLE_ADMIN'))
  await app.asOwner('alter table project_share rename to project_share_away') // level 1 sees companies by it
  const company = await crmCalls(app, chief).company()
  await expect.poll(clerk.ids).toContain(company.uniqueId)
  await app.asOwner('alter table project_share_away rename to project_share')
  expect(level.news()).toEqual([])
})
