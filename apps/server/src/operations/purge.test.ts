import { companyApi } from '@tradewind/contract/crm/company.contract'
import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { driveApi, driveShareApi } from '@tradewind/contract/drive/drive.contract'
import { timelineApi } from '@tradewind/contract/operations/timeline.contract'
import { documentApi } from '@tradewind/contract/platform/document.contract'
import { adminApi } from '@tradewind/contract/platform/user.contract'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { crmCalls } from '../../test/crm/crm.ts'
import { driveFixture } from '../../test/drive/drive.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp({ working: true })
  admin = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())

const sweep = () => app.clock('records.sweep')
let number = 0
const company = () => ({
  legalName: `Acme ${++number}`,
  country: 'Italy',
  website: 'https://acme.example',
  companyTypeList: ['ASSOCIATION' as const],
})
/** Deletes a user as the admin, this number of days ago. */
const deleted = async (who: TestUser, days: number) => {
  await app.as(admin).call(adminApi.remove, { uniqueId: who.uniqueId })
  await app.asOwner('update user_account set deleted_at = now() - make_interval(days => $2) where id = $1', [who.uniqueId, days])
}
const insert = (table: string, fields: string, values: string, { uniqueId, tenantId }: TestUser) =>
  app.asOwner(`insert into ${table} (tenant_id, ${fields}) values ($1, ${values})`, [tenantId, uniqueId])

const ofDrives = ['drive_activity', 'drive_batch', 'drive_item', 'drive_share', 'drive_upload']

/** A member whose partition has a record of each kind. */
const memberWithAll = async () => {
  const who = await app.someone('ROLE_PRO', { permissions: ['EXPORT_DATA'] })
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: { r: ++number, g: 1, b: 1 } } })
    .png()
    .toBuffer()
  const file = new Blob([new Uint8Array(picture)])
  const { brandLogoUID } = await app.as(who).call(adminApi.uploadLogo, { uniqueId: who.uniqueId, file })
  for (const _ of [1, 2]) await app.as(who).call(companyApi.create, company())
  await insert('import', `world_id, kind, file_name, dry_run`, `$2, 'company', 'x.xlsx', false`, who)
  await insert('notification', 'user_id, subject, content, "values"', `$2, 'x', 'x', '{}'`, who)
  return { who, logo: brandLogoUID!, file: await fillDrive(who) }
}

/** A drive with a folder, a shared file in it, an item in the trash, and an unfinished upload. Returns the file. */
const fillDrive = async (who: TestUser) => {
  const drive = driveFixture(app, who)
  const folder = await drive.folder('Plans')
  const file = await drive.file('plan.txt', { folder, content: `Plan ${++number}` })
  const { uniqueId } = await app.as(who).call(driveApi.createFolder, { name: 'Old' })
  await app.as(who).call(driveApi.remove, { uniqueId })
  await app.as(who).call(driveShareApi.share, { uniqueIds: [file.uniqueId], shareWith: ['ann@example.test'] })
  await insert('drive_batch', 'owner_id, size', '$2, 9', who)
  await app.asOwner(
    `insert into drive_upload (tenant_id, batch_id, owner_id, path, name, size, clash)
     select tenant_id, id, owner_id, 'x', 'x', 9, 'KEEP' from drive_batch where owner_id = $1`,
    [who.uniqueId],
  )
  return file
}

const happenings = (kind: 'company', uniqueId: string) => app.as(admin).call(timelineApi.list, { kind, uniqueId, page: 0 })

/** Those of the two logs that contain these words, ignoring case. */
const wordsOf = async (words: string) => {
  const found: string[] = []
  for (const log of ['activity', 'audit'])
    if ((await app.asOwner(`select from ${log} where lower(${log}::text) like lower($1) limit 1`, [`%${words}%`])).length > 0)
      found.push(log)
  return found
}

const tablesOf = (column: string) =>
  app.asOwner<{ name: string }>(
    `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = $1 order by 1`,
    [column],
  )
/** The tables that contain rows of this user. */
const traces = async ({ uniqueId }: TestUser) => {
  const found: string[] = []
  for (const column of ['world_id', 'user_id', 'owner_id'])
    for (const { name } of await tablesOf(column))
      if ((await app.asOwner(`select from ${name} where ${column} = $1 limit 1`, [uniqueId])).length > 0) found.push(name)
  if ((await app.asOwner('select from user_account where id = $1', [uniqueId])).length > 0) found.push('user_account')
  return found
}

test('a member deleted more than 30 days ago is purged with their whole partition and logo', async () => {
  const { who, logo, file } = await memberWithAll()
  const kept = await app.asOwner<{ hash: string }>('select hash from document where id = any($1)', [[logo, file.documentId]])
  expect(kept).toHaveLength(2)
  expect(await traces(who)).toEqual(
    expect.arrayContaining(['audit', 'company', 'import', 'notification', 'session', 'user_account', ...ofDrives]),
  )
  await deleted(who, 31)
  await sweep()
  expect(await traces(who)).toEqual([])
  expect(await app.asOwner('select from document where id = $1', [logo])).toEqual([])
  for (const { hash } of kept) {
    const bytes = async () => {
      const left = await app.appContext.files.read(who.tenantId, hash)
      left?.destroy()
      return left
    }
    await expect.poll(bytes).toBeUndefined()
  }
})

test('before that, all their data is kept but hidden; other members’ data is unchanged', async () => {
  const [{ who, logo }, other] = [await memberWithAll(), await memberWithAll()]
  const before = await traces(other.who)
  await deleted(who, 29)
  await sweep()
  expect(await traces(who)).toEqual(expect.arrayContaining(['audit', 'company', 'drive_item', 'import', 'user_account']))
  expect((await app.as(undefined).send(documentApi.get, { uniqueId: logo })).statusCode).toBe(200)
  expect(await traces(other.who)).toEqual(before)
})

test('records of a purged staff user stay in the staff partition; audit trail and timeline keep the entries without the user’s name', async () => {
  const who = await app.someone('ROLE_ADMIN')
  const { uniqueId } = await app.as(who).call(companyApi.create, company())
  const renamed = { uniqueId: who.uniqueId, firstName: 'Zebedee', lastName: who.fullName }
  await app.as(admin).call(adminApi.update, renamed)
  await deleted(who, 29)
  await sweep()
  const entries = () => app.as(admin).call(companyApi.history, { uniqueId })
  expect(await entries()).toMatchObject([{ action: 'CREATED', byName: who.fullName }])
  await app.asOwner(`update user_account set deleted_at = now() - interval '31 days' where id = $1`, [who.uniqueId])
  await sweep()
  expect(await traces(who)).toEqual([])
  expect(await app.as(admin).call(companyApi.get, { uniqueId })).toMatchObject({ createdBy: who.uniqueId })
  expect(await entries()).toMatchObject([{ action: 'CREATED', byName: '' }])
  expect(await happenings('company', uniqueId)).toMatchObject([{ action: 'CREATED', byName: '' }])
  expect(await wordsOf(who.fullName)).toEqual([])
  expect(await wordsOf('Zebedee')).toEqual([])
})

test('a purged contact’s name is removed from the audit trail and timeline; contacts in the trash and the company keep their names', async () => {
  const as = crmCalls(app, admin)
  const { uniqueId: companyId, legalName } = await as.company()
  const [gone, kept] = [
    await as.contact(companyId, { lastName: 'Wanishing', email: 'wanishing@example.test' }),
    await as.contact(companyId, { lastName: 'Warming' }),
  ]
  await app.as(admin).call(contactApi.update, { uniqueId: gone.uniqueId, title: 'Chief Wanishing' })
  for (const { uniqueId } of [gone, kept]) await app.as(admin).call(contactApi.remove, { uniqueId })
  await app.asOwner(`update contact set deleted_at = now() - interval '31 days' where id = $1`, [gone.uniqueId])
  expect(await wordsOf('wanishing')).not.toEqual([])
  await sweep()
  expect(await wordsOf('wanishing')).toEqual([])
  expect(await wordsOf('warming')).toEqual(['activity', 'audit'])
  expect(await app.asOwner('select from activity where subject_id = $1', [gone.uniqueId])).toEqual([])
  const told = await happenings('company', companyId)
  expect(told.filter(({ recordId }) => recordId === gone.uniqueId)).toMatchObject([
    { action: 'DELETED', title: '' },
    { action: 'CHANGED', title: '' },
    { action: 'CREATED', title: '' },
  ])
  expect(told).toContainEqual(expect.objectContaining({ recordId: companyId, title: legalName }))
})

test('purges many users in several batches, in every tenant', async () => {
  const { uniqueId: tenantId } = await app.tenant('Many')
  const many = `insert into user_account (tenant_id, first_name, last_name, email_address, role, deleted_at)
    select $1, 'A', 'B', n || '@example.test', 'ROLE_FREE', now() - interval '31 days' from generate_series(1, 205) n`
  await app.asOwner(many, [tenantId])
  await sweep()
  expect(await app.asOwner('select from user_account where tenant_id = $1', [tenantId])).toEqual([])
})

test('a partition table that references another one is emptied before it', async () => {
  await app.asOwner(`create table of_company (tenant_id uuid, world_id uuid, id uuid default gen_random_uuid(), company_id uuid, primary key (tenant_id, world_id, id),
    foreign key (tenant_id, world_id, company_id) references company (tenant_id, world_id, id))`)
  await app.asOwner('grant select, delete on of_company to tradewind_maintenance')
  const { who } = await memberWithAll()
  await app.asOwner(
    `insert into of_company (tenant_id, world_id, company_id) select tenant_id, world_id, id from company where world_id = $1`,
    [who.uniqueId],
  )
  await deleted(who, 31)
  await sweep()
  expect(await traces(who)).toEqual([])
})

test('the timeline of a merged contact outlasts the purge of the other one, and goes with the contact that remained', async () => {
  const crm = crmCalls(app, admin)
  const { company: where, contact: goes } = await crm.met()
  const stays = await crm.contact(where.uniqueId)
  const [into, from] = [stays.uniqueId, goes.uniqueId]
  await app.as(admin).call(contactApi.merge, { into, from: [from] })
  const timeline = async () =>
    (await app.as(admin).call(timelineApi.list, { kind: 'contact', uniqueId: into, page: 0 })).map(({ recordId }) => recordId)
  const before = await timeline()
  expect(before).toContain(from)
  const monthAgo = (uniqueId: string) =>
    app.asOwner(`update contact set deleted_at = now() - interval '31 days' where id = $1`, [uniqueId])
  await monthAgo(from)
  await sweep()
  expect(await app.asOwner('select from contact where id = $1', [from])).toEqual([])
  expect(await timeline()).toEqual(before)
  expect(await wordsOf(goes.fullName)).toEqual(['activity', 'audit'])
  await monthAgo(into)
  await sweep()
  for (const { fullName } of [stays, goes]) expect(await wordsOf(fullName)).toEqual([])
})
