import { driveApi, driveDownloadApi, driveShareApi } from '@tradewind/contract/drive/drive.contract'
import { tenantConfigurationApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Item } from '#drive/schema/drive.table'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { driveFixture } from '../../test/drive/drive.ts'

const SECRET = 'the canary of the owner'
let app: TestApp
let owner: TestUser
let folder: Item
let item: Item
beforeAll(async () => {
  app = await testApp()
  owner = await app.someone('ROLE_PRO')
  folder = await driveFixture(app, owner).folder('Shared')
  item = await driveFixture(app, owner).file('Secret.txt', { folder, content: SECRET })
})
afterAll(() => app.close())

const share = ({ uniqueId }: Item, who: TestUser) =>
  app.as(owner).call(driveShareApi.share, { uniqueIds: [uniqueId], shareWith: [who.emailAddress] })
const unshare = ({ uniqueId }: Item, who: TestUser) =>
  app.as(owner).call(driveShareApi.unshare, { uniqueId, email: who.emailAddress })

/** The status of every request that reads the bytes. Asserts that a rejection contains none of them. */
const statuses = async (who: TestUser | undefined) => {
  const as = app.as(who)
  const answers = [
    await as.send(driveDownloadApi.download, { uniqueId: item.uniqueId }),
    await as.send(driveDownloadApi.download, { uniqueId: item.documentId }),
    await as.send(driveDownloadApi.download, { uniqueId: item.uniqueId }, { range: 'bytes=4-9' }),
    await as.send(driveDownloadApi.download, { uniqueId: item.uniqueId }, { 'if-none-match': '*' }),
    await as.send({ ...driveDownloadApi.download, method: 'HEAD' as 'GET' }, { uniqueId: item.uniqueId }),
    await as.send(driveDownloadApi.ticket, { uniqueId: item.uniqueId }),
    await as.send(driveDownloadApi.ticket, { uniqueId: item.uniqueId, preview: true }),
  ]
  for (const { statusCode, body } of answers.filter((each) => each.statusCode >= 400)) {
    expect([statusCode, body]).not.toEqual([statusCode, expect.stringMatching(/canary|Secret/)])
  }
  return answers.map(({ statusCode }) => statusCode)
}

const MAY = [200, 200, 206, 304, 200, 200, 200]
const all = (status: number) => MAY.map(() => status)

const actors: [string, () => Promise<TestUser | undefined>, readonly number[]][] = [
  ['the owner', async () => owner, MAY],
  [
    'who it is shared with',
    async () => {
      const who = await app.someone('ROLE_LEVEL1')
      await share(item, who)
      return who
    },
    MAY,
  ],
  [
    'who a folder above is shared with, on the free plan',
    async () => {
      const who = await app.someone('ROLE_FREE')
      await share(folder, who)
      return who
    },
    MAY,
  ],
  [
    'who it was shared with',
    async () => {
      const who = await app.someone('ROLE_PRO')
      await share(item, who)
      await unshare(item, who)
      return who
    },
    all(404),
  ],
  [
    'who has another file of the same folder',
    async () => {
      const who = await app.someone('ROLE_PRO')
      await share(await driveFixture(app, owner).file('Other.txt', { folder }), who)
      return who
    },
    all(404),
  ],
  ['a member of the tenant', () => app.someone('ROLE_PRO'), all(404)],
  ['a colleague', () => app.someone('ROLE_LEVEL3'), all(404)],
  ['an administrator', () => app.someone('ROLE_ADMIN'), all(404)],
  ['the tenant administrator', () => app.someone('ROLE_TENANT_ADMIN'), all(404)],
  ['the super admin', () => app.someone('ROLE_SUPER_ADMIN'), all(404)],
  [
    'somebody of another tenant who has the same address',
    async () => {
      const { uniqueId: tenantId } = app.other
      return app.someone('ROLE_PRO', { tenantId, emailAddress: owner.emailAddress })
    },
    all(404),
  ],
  ['nobody', async () => undefined, all(401)],
]

test.each(actors)('%s', async (_, who, expected) => {
  expect(await statuses(await who())).toEqual(expected)
})

test('an item in the trash cannot be downloaded by anyone, and by all again once restored', async () => {
  const reader = await app.someone('ROLE_BASIC')
  await share(item, reader)
  await app.as(owner).call(driveApi.remove, { uniqueId: folder.uniqueId })
  expect([await statuses(owner), await statuses(reader)]).toEqual([all(404), all(404)])
  await app.as(owner).call(driveApi.restore, { uniqueIds: [folder.uniqueId] })
  expect([await statuses(owner), await statuses(reader)]).toEqual([MAY, MAY])
})

test('a folder cannot be downloaded', async () => {
  const download = await app.as(owner).send(driveDownloadApi.download, { uniqueId: folder.uniqueId })
  const ticket = await app.as(owner).send(driveDownloadApi.ticket, { uniqueId: folder.uniqueId })
  expect([download.statusCode, ticket.statusCode]).toEqual([404, 404])
})

test('a disabled drive rejects every download, and allows them again once enabled', async () => {
  const chief = await app.someone('ROLE_SUPER_ADMIN')
  const turn = (value: boolean) => app.as(chief).call(tenantConfigurationApi.update, { key: 'DRIVE_ENABLED', value })
  const { url } = await app.as(owner).call(driveDownloadApi.ticket, { uniqueId: item.uniqueId })
  await turn(false)
  expect(await statuses(owner)).toEqual(all(403))
  expect((await app.fastify.inject({ method: 'GET', url })).statusCode).toBe(403)
  await turn(true)
  expect(await statuses(owner)).toEqual(MAY)
})
