import { companyApi } from '@tradewind/contract/crm/company.contract'
import { driveApi, driveShareApi } from '@tradewind/contract/drive/drive.contract'
import { tenantSettingApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenantScope } from '#kit/database/database'
import { bulkUploads } from '#operations/schema/bulk.table'
import { documents } from '#platform/schema/document.table'
import { messages } from '#platform/schema/message.table'
import { tenantDomains } from '#platform/schema/tenant.table'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { driveFixture } from '../../test/drive/drive.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ working: true })
})
afterAll(() => app.close())

/** A drive with a file in a shared folder, another file in the trash, and one that is being uploaded. */
const plantDrive = async (who: TestUser, word: string) => {
  const { uniqueId } = await app.as(who).call(driveApi.createFolder, { name: `${word} in the trash` })
  await app.as(who).call(driveApi.remove, { uniqueId })
  const drive = driveFixture(app, who)
  const file = await drive.file(`${word}.txt`, { folder: await drive.folder(word), content: `drive of ${word}` })
  const shareWith = [`${word}@shared.example`.toLowerCase()]
  await app.as(who).call(driveShareApi.share, { uniqueIds: [file.uniqueId], shareWith })
  const letters = () => app.asOwner(`select from attempt where key ilike 'share%' || $1 || '%'`, [word])
  await expect.poll(letters).toHaveLength(2) // counted, for the hour and for the day, and mailed
  await app.asOwner('insert into drive_batch (tenant_id, owner_id, size) values ($1, $2, 9)', [who.tenantId, who.uniqueId])
  await app.asOwner(
    `insert into drive_upload (tenant_id, batch_id, owner_id, path, name, size, clash)
     select tenant_id, id, owner_id, $2, $2, 9, 'KEEP' from drive_batch where tenant_id = $1`,
    [who.tenantId, word],
  )
}

/** A tenant with data in every place that can hold some, each containing the word. */
const plant = async (word: string) => {
  const { appContext } = app
  const tenant = await app.tenant(`${word} AG`, { domainName: `${word}.example`.toLowerCase() })
  const tenantId = tenant.uniqueId
  const admin = await app.someone('ROLE_TENANT_ADMIN', { tenantId, emailAddress: `${word}@canary.example`.toLowerCase() })
  const member = await app.someone('ROLE_PRO', { tenantId, firstName: word })
  for (const who of [admin, member]) {
    const company = { legalName: `${word} of ${who.roles[0]}`, country: 'Italy', website: 'x.example' }
    await app.as(who).call(companyApi.create, { ...company, companyTypeList: ['ASSOCIATION'] })
  }
  await plantDrive(member, word)
  await app.as(admin).call(tenantSettingApi.update, { key: 'CONTACT_EMAIL', value: `${word}@contact.example` })
  const { hash, size } = await appContext.files.store(tenantId, Readable.from([`bytes of ${word}`]))
  await appContext.db.write(tenantScope(tenantId), async (tx) => {
    await tx.insert(tenantDomains).values({ domain: tenant.domainName!, tenantId })
    await tx.insert(messages).values({ key: 'New company', language: 'de', text: `Neue ${word}` })
    const named = { originalFileName: `${word}.xlsx`, fileName: word, mimeType: 'image/png' }
    const [made] = await tx
      .insert(documents)
      .values({ ...named, purpose: 'IMPORT', size, hash })
      .returning()
    await tx.insert(bulkUploads).values({ documentId: made!.uniqueId, problem: word })
    await appContext.notify(tx, tenantId, { userId: admin.uniqueId, subject: word, content: `${word} was seen`, byMail: false })
  })
  await app.asOwner(`insert into user_permission (tenant_id, user_id, permission_id) select $1, $2, id from permission`, [
    tenantId,
    admin.uniqueId,
  ])
  for (const state of ['created', 'completed', 'failed'])
    await app.asOwner(
      `insert into pgboss.job (name, state, start_after, data) values ('identity.letter', $2, now() + interval '1 hour', jsonb_build_object('tenantId', $1::text, 'key', $3::text))`,
      [tenantId, state, word],
    )
  await appContext.mail.send(`key of ${word}`, { to: `${word}@mail.example`, subject: word, html: word, text: word, tenantId })
  await app.work('tenant.count', {})
  return tenantId
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** Where the word occurs, in any row of any table of any schema, and in any file. */
const whereStands = async (word: string) => {
  const tables = await app.asOwner<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const looks = tables.map(
    ({ name }) => `select '${name}' as name from ${name} t where row_to_json(t)::text ilike '%' || $1 || '%'`,
  )
  const rows = await app.asOwner<{ name: string }>(looks.join(' union '), [word])
  const files = filesBelow(app.appContext.env.dataDir).filter(
    (path) => readFileSync(path, 'latin1').includes(word) || path.includes(word),
  )
  return [
    ...rows.map(({ name }) => name).toSorted(),
    ...files.map((path) => path.slice(app.appContext.env.dataDir.length + 1).split('/')[0]),
  ]
}

const everywhere = [
  'pgboss.job',
  'pgboss.job_common',
  ...[
    'activity',
    'attempt',
    'audit',
    'bulk_upload',
    'company',
    'document',
    'drive_activity',
    'drive_item',
    'drive_share',
    'drive_upload',
    'message',
    'notification',
    'tenant',
    'tenant_domain',
    'tenant_setting',
    'title_word',
  ].map((name) => `public.${name}`),
  'public.user_account',
  'mailbox',
  'files',
]
const erase = (tenantId: string) => app.work('tenant.erase', { tenantId })
const mark = (tenantId: string) =>
  app.asOwner('update tenant set deleted_at = now(), erased_at = now() where id = $1', [tenantId])

test('erasing a tenant leaves nothing of it anywhere, and everything of another tenant', async () => {
  const [leaving, staying] = [await plant('Kanarienvogel'), await plant('Zeisig')]
  expect(new Set(await whereStands('Kanarienvogel'))).toEqual(new Set(everywhere))
  expect((await whereStands(leaving)).length).toBeGreaterThan(10)
  const others = await whereStands('Zeisig')
  await erase(leaving)
  expect((await whereStands('Kanarienvogel')).length).toBeGreaterThan(10)
  await mark(leaving)
  await erase(leaving)
  expect(await whereStands('Kanarienvogel')).toEqual([])
  expect(await whereStands(leaving)).toEqual([])
  expect(await whereStands('Zeisig')).toEqual(others)
  await erase(leaving)
  await mark(staying)
  await erase(staying)
})

test('an erasure that was interrupted midway ends with the same result when it is run again', async () => {
  const tenantId = await plant('Stieglitz')
  await mark(tenantId)
  const isWaiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'delete%'`
  await app.whileLocked('user_account', async () => {
    const broken = erase(tenantId).then(
      () => 'ended',
      () => 'broken off',
    )
    await expect.poll(() => app.asOwner(isWaiting)).toHaveLength(1)
    await app.asOwner(`select pg_terminate_backend(pid) from (${isWaiting}) waiting`)
    expect(await broken).toBe('broken off')
  })
  const left = await whereStands('Stieglitz')
  expect(left).toContain('public.user_account')
  expect(left).toContain('files')
  expect(left).not.toContain('public.notification')
  await erase(tenantId)
  expect(await whereStands('Stieglitz')).toEqual([])
})

test('erases more rows than fit in one transaction, and rows of one table that reference each other', async () => {
  const tenantId = await plant('Sperling')
  const kestrel = await plant('Falke')
  await app.asOwner(
    `insert into notification (tenant_id, user_id, subject, content, values)
     select tenant_id, id, 'Sperling', n, '{}' from user_account, generate_series(1, 6000) n where tenant_id = $1`,
    [tenantId],
  )
  await app.asOwner(
    `create table folder (tenant_id uuid not null, id int not null, parent_id int, name text, primary key (tenant_id, id), foreign key (tenant_id, parent_id) references folder (tenant_id, id));
     alter table folder enable row level security;
     grant select, delete on folder to tradewind_maintenance;
     create policy folder_maintenance on folder to tradewind_maintenance using (tenant_id = current_setting('app.tenant_id')::uuid)`,
  )
  for (const id of [tenantId, kestrel])
    await app.asOwner(`insert into folder select $1, n, nullif(n - 1, 0), 'Nest' from generate_series(1, 40) n`, [id])
  await mark(tenantId)
  await erase(tenantId)
  expect(await whereStands('Sperling')).toEqual([])
  expect(await app.asOwner('select distinct tenant_id from folder')).toEqual([{ tenant_id: kestrel }])
  await app.asOwner('drop table folder')
})

test('a tenant that no longer has an erase job is erased by the scheduled job', async () => {
  const tenantId = await plant('Dohle')
  await mark(tenantId)
  await app.clock('tenant.erasing')
  expect((await whereStands('Dohle')).length).toBeGreaterThan(10)
  await app.asOwner(`update tenant set erased_at = now() - interval '61 minutes' where id = $1`, [tenantId])
  await app.clock('tenant.erasing')
  expect(await whereStands('Dohle')).toEqual([])
})

test('a tenant that cannot be erased does not keep the scheduled job from erasing the others', async () => {
  const [stuck, other] = [await plant('Elster'), await plant('Kuckuck')]
  await app.asOwner(
    `create function stays() returns trigger language plpgsql as 'begin if old.tenant_id = ''${stuck}'' then raise exception ''no''; end if; return old; end'`,
  )
  await app.asOwner('create trigger stays before delete on notification for each row execute function stays()')
  for (const id of [stuck, other]) await mark(id)
  await app.asOwner(`update tenant set erased_at = now() - interval '61 minutes' where id = any($1)`, [[stuck, other]])
  await expect(app.clock('tenant.erasing')).rejects.toThrow('The work failed for 1 of 2 tenants')
  await app.asOwner('drop trigger stays on notification')
  expect(await whereStands('Kuckuck')).toEqual([])
  await app.clock('tenant.erasing')
  expect(await whereStands('Elster')).toEqual([])
})
