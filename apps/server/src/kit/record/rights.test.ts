import { projectCompanyApi } from '@tradewind/contract/crm/project.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { crmCalls } from '../../../test/crm/crm.ts'

let app: TestApp
let chief: TestUser
let clerk: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
  clerk = await app.someone('ROLE_ADMIN')
})
afterAll(() => app.close())

/** A company in somebody else's project, which is or is not shared with the clerk. */
const placed = async (sharedWith: string[] = [clerk.uniqueId]) => {
  const as = crmCalls(app, chief)
  const project = await as.project({ sharedWith })
  return as.place(project.uniqueId, (await as.company()).uniqueId)
}

const change = (uniqueId: string) => app.as(clerk).call(projectCompanyApi.update, { uniqueId, priority: 'HIGH' })

test('only an actor with rights through another table can change the record', async () => {
  const [shared, other] = [await placed(), await placed([])]
  expect(await change(shared.uniqueId)).toMatchObject({ priority: 'HIGH' })
  await expect(change(other.uniqueId)).rejects.toMatchObject({ status: 403 })
})

test('an error while rights are looked up is not treated as missing rights', async () => {
  const { uniqueId } = await placed()
  await app.whileLocked('project_share', async () => {
    const removing = app.as(clerk).send(projectCompanyApi.remove, { uniqueId })
    await expect.poll(async () => (await app.waiting()).length).toBe(1)
    await app.asOwner('select pg_terminate_backend($1)', [(await app.waiting())[0]!.pid])
    expect((await removing).statusCode).toBe(503)
  })
  expect((await app.as(clerk).send(projectCompanyApi.remove, { uniqueId })).statusCode).toBe(200)
})
