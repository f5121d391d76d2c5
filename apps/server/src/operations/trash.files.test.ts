import { companyApi } from '@tradewind/contract/crm/company.contract'
import { driveApi, driveShareApi } from '@tradewind/contract/drive/drive.contract'
import { trashApi } from '@tradewind/contract/operations/trash.contract'
import { tenantConfigurationApi } from '@tradewind/contract/platform/tenantSetting.contract'
import type { Role } from '@tradewind/contract/roles'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { crmCalls } from '../../test/crm/crm.ts'
import { driveFixture } from '../../test/drive/drive.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const list = (who: TestUser, query: object = {}) => app.as(who).call(trashApi.list, query)
const titles = async (who: TestUser, query: object = {}) => (await list(who, query)).map(({ title }) => title)
const kinds = (who: TestUser) => app.as(who).call(trashApi.kinds, {})
const remove = (who: TestUser, { uniqueId }: { uniqueId: string }) => app.as(who).call(driveApi.remove, { uniqueId })
/** A company that its author has deleted. */
const lostCompany = async (who: TestUser) => {
  const made = await crmCalls(app, who).company()
  await app.as(who).call(companyApi.remove, { uniqueId: made.uniqueId })
  return made
}
const lostFile = async (who: TestUser, name: string) => {
  const file = await driveFixture(app, who).file(name, { content: 'twelve bytes' })
  await remove(who, file)
  return file
}

test('files and folders of the actor’s own drive are listed among the records, by time of deletion', async () => {
  const who = await app.someone('ROLE_PRO')
  const drive = driveFixture(app, who)
  const folder = await drive.folder('Fair')
  await drive.file('inner.txt', { folder })
  const file = await lostFile(who, 'plan.txt')
  const company = await lostCompany(who)
  await remove(who, folder)
  const deleted = { dateDeleted: expect.any(String), deletedByName: who.fullName }
  const all = [
    { ...deleted, uniqueId: folder.uniqueId, kind: 'driveItem', title: 'Fair', file: { folder: true, size: null } },
    { ...deleted, uniqueId: company.uniqueId, kind: 'company', title: company.legalName, file: null },
    { ...deleted, uniqueId: file.uniqueId, kind: 'driveItem', title: 'plan.txt', file: { folder: false, size: 12 } },
  ]
  expect(await list(who)).toEqual(all)
  expect(await list(who, { sort: 'dateDeleted', page: 0 })).toEqual(all.toReversed())
  expect(await list(who, { kind: 'driveItem' })).toEqual([all[0], all[2]])
  expect(await list(who, { kind: 'company' })).toEqual([all[1]])
  expect(await titles(who, { q: 'plan' })).toEqual(['plan.txt'])
  const page = await app.as(who).send(trashApi.list, { page: 1, size: 2 })
  expect([page.json(), page.headers['x-total-count']]).toEqual([[all[2]], '3'])
})

test('returns only the kinds that are in the trash', async () => {
  const who = await app.someone('ROLE_PRO')
  expect(await kinds(who)).toEqual([])
  const file = await lostFile(who, 'plan.txt')
  expect(await kinds(who)).toEqual(['driveItem'])
  const company = await lostCompany(who)
  expect(await kinds(who)).toEqual(['company', 'driveItem'])
  await app.as(who).call(trashApi.restore, { kind: 'company', uniqueIds: [company.uniqueId] })
  await app.as(who).call(driveApi.restore, { uniqueIds: [file.uniqueId] })
  expect(await kinds(who)).toEqual([])
})

test('does not return a kind that the actor may not restore', async () => {
  const [chief, clerk] = [await app.someone('ROLE_TENANT_ADMIN'), await app.someone('ROLE_ADMIN')]
  await lostCompany(chief)
  expect(await kinds(chief)).toContain('company')
  expect(await kinds(clerk)).not.toContain('company')
})

test('does not list what was purged, or deleted more than 30 days ago', async () => {
  const who = await app.someone('ROLE_PRO')
  const [old, gone] = [await lostFile(who, 'old.txt'), await lostFile(who, 'gone.txt')]
  await app.asOwner(`update drive_item set deleted_at = now() - interval '31 days' where id = $1`, [old.uniqueId])
  await app.as(who).call(driveApi.purge, { uniqueIds: [gone.uniqueId] })
  expect([await list(who), await kinds(who)]).toEqual([[], []])
})

test('nobody else finds a deleted file in their trash: neither share recipients, nor admins, nor another tenant', async () => {
  const [owner, reader] = [await app.someone('ROLE_LEVEL3'), await app.someone('ROLE_LEVEL3')]
  const file = await driveFixture(app, owner).file('secret.txt')
  await app.as(owner).call(driveShareApi.share, { uniqueIds: [file.uniqueId], shareWith: [reader.emailAddress] })
  await remove(owner, file)
  const strangers = [
    reader,
    await app.someone('ROLE_TENANT_ADMIN'),
    await app.someone('ROLE_SUPER_ADMIN'),
    await app.someone('ROLE_PRO'),
    await app.someone('ROLE_PRO', { tenantId: app.other.uniqueId, emailAddress: owner.emailAddress }),
  ]
  for (const who of strangers) {
    expect(await titles(who, { kind: 'driveItem' })).toEqual([])
    expect(await titles(who)).not.toContain('secret.txt')
    expect(await kinds(who)).not.toContain('driveItem')
    const query = { kind: 'driveItem', uniqueIds: [file.uniqueId] }
    expect((await app.as(who).send(trashApi.restore, query)).statusCode).toBe(404)
  }
  expect(await titles(owner)).toEqual(['secret.txt'])
})

test.each(['ROLE_LEVEL1', 'ROLE_LEVEL2'] as Role[])(
  '%s, which may not restore records, has only its own files in the trash',
  async (role) => {
    const [who, chief] = [await app.someone(role), await app.someone('ROLE_TENANT_ADMIN')]
    const company = await lostCompany(chief)
    await lostFile(who, 'mine.txt')
    expect([await titles(who), await kinds(who)]).toEqual([['mine.txt'], ['driveItem']])
    expect(await list(who, { kind: 'company' })).toEqual([])
    for (const call of [trashApi.restore, trashApi.belonging])
      expect((await app.as(who).send(call, { kind: 'company', uniqueIds: [company.uniqueId] })).statusCode).toBe(403)
  },
)

test('a free account has no trash', async () => {
  const who = await app.someone('ROLE_FREE')
  for (const call of [trashApi.list, trashApi.kinds]) expect((await app.as(who).send(call)).statusCode).toBe(403)
})

test('while the drive is disabled, the trash lists only records, and asking for files is rejected with the reason', async () => {
  const chief = await app.someone('ROLE_SUPER_ADMIN')
  const who = await app.someone('ROLE_PRO')
  const decide = (value: string | null) => app.as(chief).call(tenantConfigurationApi.update, { key: 'DRIVE_ENABLED', value })
  const [company] = [await lostCompany(who), await lostFile(who, 'plan.txt')]
  await decide('false')
  expect([await titles(who), await kinds(who)]).toEqual([[company.legalName], ['company']])
  await expect(list(who, { kind: 'driveItem' })).rejects.toMatchObject({ status: 403, message: 'The drive is switched off' })
  await decide(null)
  expect(await kinds(who)).toEqual(['company', 'driveItem'])
})
