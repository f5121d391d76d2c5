import { driveApi } from '@tradewind/contract/drive/drive.contract'
import { attachmentApi } from '@tradewind/contract/operations/attachment.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { crmCalls } from '../../../test/crm/crm.ts'
import { driveCalls } from '../../../test/drive/calls.ts'
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

const any = (kind: string) => ({ kind, written: [], about: [] })

test('what happens to an attached file in its owner’s drive is announced to those who see the record, not which file it is', async () => {
  const owner = await app.someone('ROLE_ADMIN')
  const crm = crmCalls(app, owner)
  const [project, other] = [await crm.project(), await crm.project()]
  const { as, drive, ...calls } = driveCalls(app, owner)
  const [folder, away] = [await drive.folder('Offers'), await drive.folder('Away')]
  const file = await drive.file('Offer.txt', { content: 'Our offer', folder })
  const loose = await drive.file('Loose.txt', { content: 'Nothing' })
  await as.call(attachmentApi.attach, { kind: 'project', record: project.uniqueId, files: [file.uniqueId] })
  const page = await open(chief)
  const level = await open(await app.someone('ROLE_LEVEL1'))
  const told = () => page.news().filter(({ kind, written }) => kind === 'project' && written[0]?.uniqueId === project.uniqueId)
  await as.call(driveApi.rename, { uniqueId: loose.uniqueId, newName: 'Looser.txt' })
  const acts: readonly (() => Promise<unknown>)[] = [
    () => as.call(driveApi.rename, { uniqueId: file.uniqueId, newName: 'New offer.txt' }),
    () => calls.move(away.uniqueId, folder.uniqueId),
    () => calls.remove(away.uniqueId),
    () => calls.restore(away.uniqueId),
  ]
  for (const act of acts) {
    const { length } = told()
    await act()
    await expect.poll(() => told().length).toBe(length + 1)
  }
  expect(told().at(-1)).toEqual({ kind: 'project', written: [{ uniqueId: project.uniqueId, version: '' }], about: [] })
  expect(page.ids()).not.toContain(other.uniqueId)
  for (const { uniqueId } of [file, loose, folder, away]) expect(JSON.stringify(page.news())).not.toContain(uniqueId)
  expect(level.news()).toEqual([])
})

test('where it cannot be found out what one user may see, the others hear of the change nevertheless', async () => {
  const level = await open(await app.someone('ROLE_LEVEL1'))
  const clerk = await open(await app.someone('ROLE_ADMIN'))
  await app.asOwner('alter table project_share rename to project_share_away') // level 1 sees companies by it
  const company = await crmCalls(app, chief).company()
  await expect.poll(clerk.ids).toContain(company.uniqueId)
  await app.asOwner('alter table project_share_away rename to project_share')
  expect(level.news()).toEqual([])
})
