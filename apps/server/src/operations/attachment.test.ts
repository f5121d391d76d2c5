import { companyApi } from '@tradewind/contract/crm/company.contract'
import { projectApi } from '@tradewind/contract/crm/project.contract'
import { driveApi } from '@tradewind/contract/drive/drive.contract'
import { type AttachableKind, attachmentApi } from '@tradewind/contract/operations/attachment.contract'
import { timelineApi } from '@tradewind/contract/operations/timeline.contract'
import { trashApi } from '@tradewind/contract/operations/trash.contract'
import { auditApi } from '@tradewind/contract/platform/audit.contract'
import { tenantConfigurationApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { adminApi } from '@tradewind/contract/platform/user.contract'
import type { Role } from '@tradewind/contract/roles'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Item } from '#drive/schema/drive.table'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { crmCalls } from '../../test/crm/crm.ts'
import { driveCalls } from '../../test/drive/calls.ts'

const SECRET = 'the canary of the owner'
let app: TestApp
let chief: TestUser
let company: { uniqueId: string; legalName: string }
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
  company = await crmCalls(app, chief).company()
})
afterAll(() => app.close())

const fileOf = (who: TestUser, name = `Offer ${crypto.randomUUID()}.txt`, folder: Item | null = null) =>
  driveCalls(app, who).drive.file(name, { content: SECRET, folder })
const attach = async (who: TestUser, record: string, items: readonly Item[], kind: AttachableKind = 'company') =>
  app.as(who).call(attachmentApi.attach, { kind, record, files: items.map(({ uniqueId }) => uniqueId) })
const trying = async (who: TestUser, record: string, files: readonly string[], kind: AttachableKind = 'company') => {
  const { statusCode, json } = await app.as(who).send(attachmentApi.attach, { kind, record, files: [...files] })
  return [statusCode, json().data]
}
const namesOf = async (who: TestUser, record: string, kind: AttachableKind = 'company') =>
  (await app.as(who).call(attachmentApi.list, { kind, record, sort: 'name', page: 0 })).map(({ name }) => name)

/** The status codes of all calls that return an attached file. Error responses must contain nothing of it. */
const statuses = async (who: TestUser | undefined, uniqueId: string) => {
  const as = app.as(who)
  const answers = [
    await as.send(attachmentApi.download, { uniqueId }),
    await as.send(attachmentApi.download, { uniqueId }, { range: 'bytes=4-9' }),
    await as.send(attachmentApi.ticket, { uniqueId }),
    await as.send(attachmentApi.ticket, { uniqueId, preview: true }),
  ]
  for (const { statusCode, body } of answers.filter((each) => each.statusCode >= 400))
    expect([statusCode, body]).not.toEqual([statusCode, expect.stringMatching(/canary|Offer/)])
  return answers.map(({ statusCode }) => statusCode)
}
const MAY = [200, 206, 200, 200]
const all = (status: number) => MAY.map(() => status)
const byTicket = async (who: TestUser, uniqueId: string, preview = false) =>
  (await app.as(who).call(attachmentApi.ticket, { uniqueId, preview })).url
const fetched = (url: string) => app.fastify.inject({ method: 'GET', url })

test('lists an attached file with its owner, and serves its bytes by a ticket, inline and as an attachment', async () => {
  const { uniqueId } = await crmCalls(app, chief).company()
  const [item, reader] = [await fileOf(chief, 'Offer.txt'), await app.someone('ROLE_ADMIN')]
  const before = await app.asOwner('select count(*)::int as rows from document')
  const [made] = await attach(chief, uniqueId, [item])
  expect(made).toMatchObject({ name: 'Offer.txt', size: SECRET.length, mayDetach: true, fileId: item.uniqueId })
  const [seen] = await app.as(reader).call(attachmentApi.list, { kind: 'company', record: uniqueId, page: 0 })
  const owner = { uniqueId: chief.uniqueId, fullName: 'Ann ROLE_TENANT_ADMIN' }
  expect(seen).toEqual({ ...made, attachedBy: owner, mayDetach: false, fileId: null })

  const url = await byTicket(reader, made!.uniqueId)
  const { statusCode, body, headers } = await fetched(url)
  expect([statusCode, body]).toEqual([200, SECRET])
  expect(headers).toMatchObject({
    'content-disposition': expect.stringMatching(/^attachment; /),
    'content-security-policy': expect.stringContaining('sandbox'),
    'x-content-type-options': 'nosniff',
  })
  expect((await fetched(await byTicket(reader, made!.uniqueId, true))).body).toBe(SECRET)
  expect(await app.asOwner('select count(*)::int as rows from document')).toEqual(before)
  expect(await driveCalls(app, chief).actions()).toContain('DOWNLOADED Offer.txt')
})

test('a recording that is played through a record counts as opened, not as downloaded', async () => {
  const { drive, actions } = driveCalls(app, chief)
  const item = await drive.file(`Talk ${crypto.randomUUID()}.mp4`, { content: SECRET, mimeType: 'video/mp4' })
  const [made] = await attach(chief, company.uniqueId, [item])
  const reader = await app.someone('ROLE_ADMIN')
  const { url } = await app.as(reader).call(attachmentApi.ticket, { uniqueId: made!.uniqueId, play: true })
  expect((await fetched(url)).body).toBe(SECRET)
  const done = await actions()
  expect(done).toContain(`OPENED ${item.name}`)
  expect(done).not.toContain(`DOWNLOADED ${item.name}`)
})

const people: [Role, object, number[], number[]][] = [
  ['ROLE_SUPER_ADMIN', {}, MAY, [200]],
  ['ROLE_TENANT_ADMIN', {}, MAY, [200]],
  ['ROLE_ADMIN', {}, MAY, [403]],
  ['ROLE_LEVEL3', { allowedCountries: ['DE'] }, MAY, [403]],
  ['ROLE_LEVEL3', { allowedCountries: ['FR'] }, all(404), [404]],
  ['ROLE_LEVEL2', {}, all(404), [403]],
  ['ROLE_LEVEL1', {}, all(403), [403]],
  ['ROLE_BUISNESS', {}, all(404), [404]],
  ['ROLE_BASIC', {}, all(404), [404]],
  ['ROLE_STARTER', {}, all(403), [403]],
  ['ROLE_FREE', {}, all(403), [403]],
]

test.each(people)('%s with %o gets %j when reading, and %j when attaching', async (role, over, reads, attaches) => {
  const who = await app.someone(role, over)
  const [made] = await attach(chief, company.uniqueId, [await fileOf(chief)])
  expect(await statuses(who, made!.uniqueId)).toEqual(reads)
  const { statusCode } = await app.as(who).send(attachmentApi.list, { kind: 'company', record: company.uniqueId, page: 0 })
  expect(statusCode).toBe(reads[0])
  const mine = role === 'ROLE_FREE' ? await fileOf(chief) : await fileOf(who)
  expect((await trying(who, company.uniqueId, [mine.uniqueId]))[0]).toBe(attaches[0])
})

test.each(['contact', 'meetingReport', 'project'] as const)('a file can be attached to a %s', async (kind) => {
  const as = crmCalls(app, chief)
  const acme = await as.company()
  const contact = await as.contact(acme.uniqueId)
  const made = { contact, meetingReport: await as.report(acme.uniqueId, [contact.uniqueId]), project: await as.project() }
  const { uniqueId } = made[kind]
  const [one] = await attach(chief, uniqueId, [await fileOf(chief, `${kind}.txt`)], kind)
  expect(await namesOf(chief, uniqueId, kind)).toEqual([`${kind}.txt`])
  expect(await statuses(await app.someone('ROLE_ADMIN'), one!.uniqueId)).toEqual(MAY)
})

test('level 2 can read the files of a project only while it is shared with them', async () => {
  const who = await app.someone('ROLE_LEVEL2')
  const project = await crmCalls(app, chief).project({ sharedWith: [who.uniqueId] })
  const [made] = await attach(chief, project.uniqueId, [await fileOf(chief)], 'project')
  const url = await byTicket(who, made!.uniqueId)
  expect(await statuses(who, made!.uniqueId)).toEqual(MAY)
  await app.as(chief).call(projectApi.update, { uniqueId: project.uniqueId, sharedWith: [] })
  expect(await statuses(who, made!.uniqueId)).toEqual(all(404))
  expect((await fetched(url)).statusCode).toBe(404)
})

test('an admin can attach files to their own records, and level 3 to contacts that they created', async () => {
  const [clerk, scout] = [await app.someone('ROLE_ADMIN'), await app.someone('ROLE_LEVEL3', { allowedCountries: ['DE'] })]
  const own = await crmCalls(app, clerk).company()
  const contact = await crmCalls(app, scout).contact(own.uniqueId)
  await attach(clerk, own.uniqueId, [await fileOf(clerk)])
  await attach(scout, contact.uniqueId, [await fileOf(scout)], 'contact')
  expect(await trying(scout, own.uniqueId, [(await fileOf(scout)).uniqueId])).toEqual([403, {}])
})

test('a member attaches files in their own partition, and nobody else can read them', async () => {
  const [member, other] = [await app.someone('ROLE_BASIC'), await app.someone('ROLE_PRO')]
  const own = await crmCalls(app, member).company()
  const [made] = await attach(member, own.uniqueId, [await fileOf(member)])
  expect(await statuses(member, made!.uniqueId)).toEqual(MAY)
  const foreigner = await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId })
  for (const who of [other, chief, foreigner, await app.someone('ROLE_SUPER_ADMIN')]) {
    expect(await statuses(who, made!.uniqueId)).toEqual(all(404))
    for (const call of [attachmentApi.detach, attachmentApi.restore])
      expect((await app.as(who).send(call, { uniqueId: made!.uniqueId })).statusCode).toBe(404)
  }
})

test('attaches only the actor’s own files that are not deleted: all of them, or none', async () => {
  const colleague = await app.someone('ROLE_TENANT_ADMIN')
  const { uniqueId } = await crmCalls(app, chief).company()
  const [mine, theirs, trashed, folder] = [
    await fileOf(chief, 'Mine.txt'),
    await fileOf(colleague),
    await fileOf(chief),
    await driveCalls(app, chief).drive.folder(`Papers ${crypto.randomUUID()}`),
  ]
  await app.as(chief).call(driveApi.remove, { uniqueId: trashed.uniqueId })
  for (const id of [theirs.uniqueId, trashed.uniqueId, crypto.randomUUID()])
    expect(await trying(chief, uniqueId, [mine.uniqueId, id])).toEqual([404, {}])
  const refusal = { files: 'Folders cannot be attached. Select files.' }
  expect(await trying(chief, uniqueId, [mine.uniqueId, folder.uniqueId])).toEqual([422, refusal])
  expect(await trying(chief, uniqueId, [])).toEqual([422, { files: 'Select at least 1 file to attach!' }])
  expect(await trying(chief, uniqueId, [mine.uniqueId], 'summary' as 'company')).toEqual([
    422,
    { kind: 'No files are attached to that' },
  ])
  expect(await namesOf(chief, uniqueId)).toEqual([])
  await attach(chief, uniqueId, [mine])
  expect(await trying(chief, uniqueId, [mine.uniqueId])).toEqual([422, { files: '“Mine.txt” is already attached.' }])
})

test('renaming, moving, deleting and restoring an attached file by its owner shows on the record', async () => {
  const { uniqueId } = await crmCalls(app, chief).company()
  const [own, reader] = [driveCalls(app, chief), await app.someone('ROLE_ADMIN')]
  const folder = await own.drive.folder(`Attachments ${crypto.randomUUID()}`)
  const item = await fileOf(chief, 'Draft.txt', folder)
  const [made] = await attach(chief, uniqueId, [item])
  await app.as(chief).call(driveApi.rename, { uniqueId: item.uniqueId, newName: 'Final.txt' })
  expect(await namesOf(reader, uniqueId)).toEqual(['Final.txt'])
  const url = await byTicket(reader, made!.uniqueId)

  await own.remove(folder.uniqueId)
  expect(await namesOf(reader, uniqueId)).toEqual([])
  expect(await statuses(reader, made!.uniqueId)).toEqual(all(404))
  expect((await fetched(url)).statusCode).toBe(404)
  await own.restore(folder.uniqueId)
  expect(await namesOf(reader, uniqueId)).toEqual(['Final.txt'])
  expect(await statuses(reader, made!.uniqueId)).toEqual(MAY)

  await own.remove(item.uniqueId)
  await app.as(chief).call(driveApi.purge, { uniqueIds: [item.uniqueId] })
  expect(await app.asOwner('select id from attachment where id = $1', [made!.uniqueId])).toEqual([])
})

test('while the record is in the trash its files cannot be reached through it; they return when it is restored', async () => {
  const [one, reader] = [await crmCalls(app, chief).company(), await app.someone('ROLE_ADMIN')]
  const [made] = await attach(chief, one.uniqueId, [await fileOf(chief)])
  await app.as(chief).call(companyApi.remove, { uniqueId: one.uniqueId })
  expect([await statuses(reader, made!.uniqueId), await statuses(chief, made!.uniqueId)]).toEqual([all(404), all(404)])
  await app.as(chief).call(trashApi.restore, { kind: 'company', uniqueIds: [one.uniqueId] })
  expect(await statuses(reader, made!.uniqueId)).toEqual(MAY)
  await app.asOwner(`update company set deleted_at = now() - interval '31 days' where id = $1`, [one.uniqueId])
  await app.clock('records.sweep')
  expect(await app.asOwner('select id from attachment where id = $1', [made!.uniqueId])).toEqual([])
})

test('the owner and anyone who may update the record can detach a file; an actor who can only see it cannot', async () => {
  const clerk = await app.someone('ROLE_ADMIN')
  const own = await crmCalls(app, clerk).company()
  const [first, second] = await attach(clerk, own.uniqueId, [await fileOf(clerk, 'A.txt'), await fileOf(clerk, 'B.txt')])
  const onlooker = await app.someone('ROLE_ADMIN')
  const { statusCode } = await app.as(onlooker).send(attachmentApi.detach, { uniqueId: first!.uniqueId })
  expect(statusCode).toBe(403)
  await app.as(chief).call(attachmentApi.detach, { uniqueId: first!.uniqueId })
  await app.as(clerk).call(attachmentApi.detach, { uniqueId: second!.uniqueId })
  expect(await statuses(chief, first!.uniqueId)).toEqual(all(404))
  expect(await namesOf(clerk, own.uniqueId)).toEqual([])
  const drive = await driveCalls(app, clerk).root()
  expect(drive.map(({ name }) => name)).toEqual(expect.arrayContaining(['A.txt', 'B.txt']))
})

test('only the person who detached a file can attach it again by Undo, and only for a day', async () => {
  const { uniqueId: record } = await crmCalls(app, chief).company()
  const [item, other] = [await fileOf(chief, 'Back.txt'), await app.someone('ROLE_TENANT_ADMIN')]
  const [made] = await attach(chief, record, [item])
  const undo = (who: TestUser) => app.as(who).send(attachmentApi.restore, { uniqueId: made!.uniqueId })
  const detach = () => app.as(other).call(attachmentApi.detach, { uniqueId: made!.uniqueId })
  await detach()
  expect((await undo(chief)).statusCode).toBe(404)
  expect((await undo(other)).statusCode).toBe(200)
  expect(await namesOf(chief, record)).toEqual(['Back.txt'])
  await detach()
  await attach(chief, record, [item])
  expect((await undo(other)).statusCode).toBe(409)
  await app.asOwner(`update attachment set deleted_at = now() - interval '25 hours' where id = $1`, [made!.uniqueId])
  expect((await undo(other)).statusCode).toBe(404)
  await app.clock('records.sweep')
  expect(await app.asOwner('select id from attachment where id = $1', [made!.uniqueId])).toEqual([])
})

test('its owner sees where a file is attached, by title only if they can see the record, and can detach it there', async () => {
  const scout = await app.someone('ROLE_LEVEL3', { allowedCountries: ['DE'] })
  const acme = await crmCalls(app, chief).company()
  const contact = await crmCalls(app, scout).contact(acme.uniqueId)
  const item = await fileOf(scout)
  const [made] = await attach(scout, contact.uniqueId, [item], 'contact')
  const places = () => app.as(scout).call(attachmentApi.ofFile, { uniqueId: item.uniqueId, page: 0 })
  const place = { uniqueId: made!.uniqueId, kind: 'contact', record: contact.uniqueId, title: contact.fullName }
  expect(await places()).toMatchObject([place])
  expect((await app.as(chief).send(attachmentApi.ofFile, { uniqueId: item.uniqueId, page: 0 })).statusCode).toBe(404)

  await app.asOwner('update contact set created_by = $2 where id = $1', [contact.uniqueId, chief.uniqueId])
  await app.as(chief).call(companyApi.update, { uniqueId: acme.uniqueId, country: 'France' })
  expect(await places()).toMatchObject([{ ...place, title: null }])
  await app.as(scout).call(attachmentApi.detach, { uniqueId: made!.uniqueId })
  expect(await places()).toEqual([])
})

test('attachments are recorded in the timeline, the audit trail and the owner’s activity; the timeline hides them without file access', async () => {
  const level1 = await app.someone('ROLE_LEVEL1')
  const acme = await crmCalls(app, chief).company()
  const project = await crmCalls(app, chief).project({ sharedWith: [level1.uniqueId] })
  await crmCalls(app, chief).place(project.uniqueId, acme.uniqueId)
  const [made] = await attach(chief, acme.uniqueId, [await fileOf(chief, 'Price list.txt')])
  await app.as(chief).call(attachmentApi.detach, { uniqueId: made!.uniqueId })
  const timeline = async (who: TestUser) =>
    (await app.as(who).call(timelineApi.list, { kind: 'company', uniqueId: acme.uniqueId, page: 0 })).map(
      ({ action, title }) => `${action} ${title}`,
    )
  expect(await timeline(chief)).toEqual(expect.arrayContaining(['ATTACHED Price list.txt', 'DETACHED Price list.txt']))
  expect((await timeline(level1)).filter((said) => said.includes('Price list'))).toEqual([])
  expect((await timeline(level1)).length).toBeGreaterThan(0)
  const [entry] = await app.as(chief).call(auditApi.list, { action: 'ATTACHED', title: acme.legalName, page: 0 })
  expect(entry).toMatchObject({ recordId: acme.uniqueId, changes: { file: { before: null, after: 'Price list.txt' } } })
  expect(await driveCalls(app, chief).actions()).toContain(`ATTACHED Price list.txt (${acme.legalName})`)
})

test('files attached by a deleted user stay readable for 30 days, and are deleted with the user’s drive', async () => {
  const leaver = await app.someone('ROLE_TENANT_ADMIN')
  const { uniqueId: record } = await crmCalls(app, chief).company()
  const [made] = await attach(leaver, record, [await fileOf(leaver, 'Left.txt')])
  const root = await app.someone('ROLE_SUPER_ADMIN')
  await app.as(root).call(adminApi.remove, { uniqueId: leaver.uniqueId })
  const [seen] = await app.as(chief).call(attachmentApi.list, { kind: 'company', record, page: 0 })
  expect(seen).toMatchObject({ name: 'Left.txt', attachedBy: { fullName: 'Former user' }, mayDetach: true })
  expect(await statuses(chief, made!.uniqueId)).toEqual(MAY)
  await app.asOwner(`update user_account set deleted_at = now() - interval '31 days' where id = $1`, [leaver.uniqueId])
  await app.clock('records.sweep')
  expect(await namesOf(chief, record)).toEqual([])
})

test('files of a user whose role no longer includes a drive cannot be read', async () => {
  const member = await app.someone('ROLE_BASIC')
  const own = await crmCalls(app, member).company()
  const [made] = await attach(member, own.uniqueId, [await fileOf(member)])
  const become = (role: Role) => app.asOwner('update user_account set role = $2 where id = $1', [member.uniqueId, role])
  const url = await byTicket(member, made!.uniqueId)
  await become('ROLE_FREE')
  expect((await fetched(url)).statusCode).toBe(404)
  await become('ROLE_BASIC')
  expect((await fetched(url)).statusCode).toBe(200)
})

test('while drives are disabled, no files can be attached, listed or read', async () => {
  const root = await app.someone('ROLE_SUPER_ADMIN')
  const turn = (value: boolean) => app.as(root).call(tenantConfigurationApi.update, { key: 'DRIVE_ENABLED', value })
  const item = await fileOf(chief)
  const [made] = await attach(chief, company.uniqueId, [item])
  const url = await byTicket(chief, made!.uniqueId)
  await turn(false)
  expect(await statuses(chief, made!.uniqueId)).toEqual(all(403))
  expect((await fetched(url)).statusCode).toBe(403)
  expect((await trying(chief, company.uniqueId, [(await fileOf(chief)).uniqueId]))[0]).toBe(403)
  await turn(true)
  expect(await statuses(chief, made!.uniqueId)).toEqual(MAY)
})

test('merging companies moves their files, keeps a file of both once, and undoing the merge returns each company its own files', async () => {
  const [stays, one, two] = [
    await crmCalls(app, chief).company(),
    await crmCalls(app, chief).company(),
    await crmCalls(app, chief).company(),
  ]
  const [both, own] = [await fileOf(chief, 'Both.txt'), await fileOf(chief, 'Own.txt')]
  await attach(chief, stays.uniqueId, [both])
  await attach(chief, one.uniqueId, [both, own])
  await attach(chief, two.uniqueId, [own])
  const from = [one.uniqueId, two.uniqueId]
  const { merge } = await app.as(chief).call(companyApi.merge, { into: stays.uniqueId, from, fields: {} })
  expect(await namesOf(chief, stays.uniqueId)).toEqual(['Both.txt', 'Own.txt'])
  await app.as(chief).call(companyApi.unmerge, { uniqueId: merge })
  const names = await Promise.all([stays, one, two].map(({ uniqueId }) => namesOf(chief, uniqueId)))
  expect(names).toEqual([['Both.txt'], ['Both.txt', 'Own.txt'], ['Own.txt']])
})
