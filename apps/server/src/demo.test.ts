import { openFiles } from '@tradewind/byte-store/open'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linkMaker } from '#platform/identity/links.queries'
import { freshDatabase, type FreshDatabase } from '../test/database.ts'
import { fillWithDemo } from './demo.ts'
import { openDatabase, tenantScope } from './kit/database/database.ts'

const filled = async () => {
  const database = await freshDatabase()
  const db = openDatabase(database.app)
  const files = await openFiles({ folder })
  await db.write(tenantScope(), (tx) => fillWithDemo(tx, 'A password for tests', files, linkMaker('a secret')))
  await db.close()
  return database
}

const folder = mkdtempSync(join(tmpdir(), 'tradewind-demo-'))
let demo: FreshDatabase
beforeAll(async () => {
  demo = await filled()
})
afterAll(async () => {
  await demo.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** Counts the rows of a query. */
const many = async (from: string, ...values: unknown[]) => {
  const [row] = await demo.asOwner<{ many: string }>(`select count(*) as many from ${from}`, values)
  return Number(row!.many)
}
const kinds = {
  company: 'company',
  contact: 'contact',
  meeting_report: 'meetingReport',
  summary: 'summary',
  next_step: 'nextSteps',
  project: 'project',
  project_company: 'projectCompany',
  event: 'event',
}
const counts = async (joined: string) => {
  const counted: number[] = []
  for (const table of Object.keys(kinds)) counted.push(await many(`${table} r ${joined}`))
  return Object.fromEntries(Object.keys(kinds).map((table, at) => [table, counted[at]]))
}
const staffOf = (tenant: string) => `join tenant t on t.id = r.tenant_id and t.id = r.world_id and t.full_name = '${tenant}'`
const attended =
  'meeting_report_attendee a join meeting_report r on r.id = a.meeting_report_id join contact c on c.id = a.contact_id'

test('the staff of both tenants have a year of data, and members some in their own partitions', async () => {
  expect(await counts(staffOf('Tradewind'))).toEqual({
    company: 60,
    contact: 150,
    meeting_report: 80,
    summary: 117,
    next_step: 74,
    project: 5,
    project_company: 35,
    event: 14,
  })
  expect(await counts(staffOf('Nordhaven'))).toEqual({
    company: 10,
    contact: 25,
    meeting_report: 16,
    summary: 22,
    next_step: 14,
    project: 1,
    project_company: 7,
    event: 3,
  })
  const partitions = await demo.asOwner<{ name: string }>(
    `select distinct email_address as name from user_account u where exists (select from project r where r.world_id = u.id)
      or exists (select from meeting_report r where r.world_id = u.id) order by 1`,
  )
  expect(partitions.map(({ name }) => name)).toEqual([
    'advance@tradewind.test',
    'basic@tradewind.test',
    'business@tradewind.test',
    'pro@nordhaven.test',
    'pro@tradewind.test',
    'starter@tradewind.test',
  ])
})

test('meetings of all four types are in the past and in the future; tasks are done, overdue, and due in the next days', async () => {
  expect(await many('(select distinct event_type from meeting_report) type')).toBe(4)
  expect(await many(`meeting_report r ${staffOf('Tradewind')} where date > current_date`)).toBe(6)
  const open = `next_step r ${staffOf('Tradewind')} where next_steps_status = 'OPEN'`
  expect(await many(`${open} and by_when < current_date and reminded_at is not null`)).toBeGreaterThan(7)
  expect(await many(`${open} and by_when between current_date and current_date + 7`)).toBeGreaterThan(7)
  expect(await many(`${open} and by_when >= current_date and reminded_at is not null`)).toBe(0)
  expect(await many(`next_step r ${staffOf('Tradewind')} where next_steps_status = 'CLOSED'`)).toBeGreaterThan(30)
})

test('every attendee is a contact of the report’s company, and so is the main contact of a company in a project', async () => {
  expect(await many(`${attended} where c.company_id = r.company_id`)).toBe(await many('meeting_report_attendee'))
  const size = '(select count(*) from meeting_report_attendee a where a.meeting_report_id = r.id)'
  expect(await many(`meeting_report r where ${size} not between 1 and 4`)).toBe(0)
  expect(await many('project_company p join contact c on c.id = p.main_contact_id where c.company_id <> p.company_id')).toBe(0)
})

test.each([1, 2, 3])('level %i sees projects, summaries by name and by project, and tasks', async (level) => {
  const me = `(select id from user_account where email_address = 'level${level}@tradewind.test')`
  expect(await many(`project_share where user_id = ${me}`)).toBeGreaterThan(1)
  expect(await many(`summary_share where user_id = ${me}`)).toBeGreaterThan(9)
  expect(await many(`summary_project join project_share using (project_id) where user_id = ${me}`)).toBeGreaterThan(9)
  expect(await many(`next_step where next_steps_status = 'OPEN' and assigned_user = ${me}`)).toBeGreaterThan(4)
})

test('level 3 has entered reports and contacts only for its own countries', async () => {
  const me = `(select id from user_account where email_address = 'level3@tradewind.test')`
  for (const [table, least] of [
    ['meeting_report', 15],
    ['contact', 10],
  ] as const) {
    expect(await many(`${table} where created_by = ${me}`)).toBeGreaterThan(least)
    expect(await many(`${table} where created_by = ${me} and country not in ('DE', 'IT')`)).toBe(0)
  }
})

test.each([
  ['contact', 'company', 'company_id'],
  ['meeting_report', 'company', 'company_id'],
  ['summary', 'meeting_report', 'meeting_report_id'],
  ['next_step', 'summary', 'summary_id'],
  ['project_company', 'project', 'project_id'],
  ['project_company', 'company', 'company_id'],
  ['project_company', 'contact', 'main_contact_id'],
  ['activity', 'project', 'subject_id'],
  ['activity', 'company', 'subject_id'],
])('no %s was created before its %s', async (child, parent, by) => {
  expect(await many(`${child} c join ${parent} p on p.id = c.${by}`)).toBeGreaterThan(0)
  expect(await many(`${child} c join ${parent} p on p.id = c.${by} where c.created_at < p.created_at`)).toBe(0)
})

test('nothing was created in the future; a report within a day of the meeting, its summaries within a day of the report', async () => {
  for (const table of [...Object.keys(kinds), 'activity', 'audit'])
    expect([table, await many(`${table} where created_at > now()`)]).toEqual([table, 0])
  expect(await many(`${attended} where c.created_at > r.created_at`)).toBe(0)
  const written = "(created_at at time zone 'UTC')::date"
  expect(await many(`meeting_report where date < current_date and ${written} - date not in (0, 1)`)).toBe(0)
  const summed = 'summary s join meeting_report r on r.id = s.meeting_report_id'
  expect(await many(`${summed} where s.created_at > r.created_at + interval '1 day' or s.meeting_date <> r.date`)).toBe(0)
  expect(await many('next_step where closed_at > now() or closed_at < created_at or closed_at <> updated_at')).toBe(0)
})

test.each(Object.entries(kinds))('every %s is in the audit trail, and on the timelines that it concerns', async (table, kind) => {
  const trail = `audit a where a.record_id = r.id and a.kind = $1 and a.action = 'CREATED'`
  const same = 'a.created_at = r.created_at and a.created_by = r.created_by'
  expect(await many(`${table} r where not exists (select from ${trail} and ${same})`, kind)).toBe(0)
  const line = `activity a where a.record_id = r.id and a.kind = $1 and a.action = 'CREATED' and ${same}`
  expect(await many(`${table} r where exists (select from ${line})`, kind)).toBe(kind === 'event' ? 0 : await many(table))
})

test('closings and shares are on the timelines too', async () => {
  expect(await many(`activity where action = 'CLOSED'`)).toBe(await many(`next_step where next_steps_status = 'CLOSED'`))
  const shared = `activity a join summary_project s on s.summary_id = a.record_id and s.project_id = a.subject_id`
  expect(await many(`${shared} where a.action = 'SHARED'`)).toBe(await many('summary_project'))
})

test('the last contact in a project is the day of the newest report up to today, unless it was set by hand', async () => {
  const newest = '(select max(date) from meeting_report r where r.company_id = p.company_id and r.date <= current_date)'
  expect(await many(`project_company p where not is_last_contact_given and last_contact is distinct from ${newest}`)).toBe(0)
  expect(await many('project_company where is_last_contact_given and last_contact is not null')).toBe(2)
})

test('summaries are clean markup, with matching plain text', async () => {
  const rows = await demo.asOwner<{ text: string; words: string }>('select text, plain_text as words from summary')
  for (const { text, words } of rows) {
    expect(text).toMatch(/^<p>/)
    expect(text + words).not.toMatch(/\*|undefined|<ul><p>|<\/p><li>|<\/li><p>/)
    expect(words).not.toMatch(/[<>]/)
  }
  expect(rows.filter(({ text }) => text.includes('<ul><li>')).length).toBeGreaterThan(7)
  expect(rows.filter(({ text }) => text.includes('<strong>')).length).toBeGreaterThan(30)
  expect(new Set(rows.map(({ words }) => words)).size).toBe(rows.length)
})

test('drives of both tenants hold folders and files, shared with each other and with the free account', async () => {
  const drives = await demo.asOwner<{ name: string; files: number; folders: number }>(
    `select email_address as name, count(document_id)::int as files, count(*) filter (where folder)::int as folders
     from drive_item i join user_account u on u.id = i.owner_id group by 1 order by 1`,
  )
  const owners = 'tenant-admin admin level1 level2 level3 starter pro business'.split(' ').map((name) => `${name}@tradewind.test`)
  const others = 'tenant-admin admin pro'.split(' ').map((name) => `${name}@nordhaven.test`)
  expect(drives.map(({ name }) => name).toSorted()).toEqual([...owners, ...others].toSorted())
  for (const { files, folders } of drives) expect(Math.min(files, folders)).toBeGreaterThan(0)
  const free = `drive_share s join user_account u on u.id = s.user_id and u.email_address = 'free@tradewind.test'`
  expect(await many(free)).toBeGreaterThan(4)
  expect(await many('drive_share where user_id is null or user_id = owner_id')).toBe(0)
  expect(await many('drive_item where created_at > now() or deleted_at > now() or parent_id = id')).toBe(0)
  expect(await many('drive_item c join drive_item p on p.id = c.parent_id where c.created_at < p.created_at')).toBe(0)
  const wrong = 'c.ancestors <> case when p.id is null then array[]::uuid[] else p.ancestors || p.id end'
  expect(await many(`drive_item c left join drive_item p on p.id = c.parent_id where ${wrong}`)).toBe(0)
  expect(await many('drive_item where deleted_with = id')).toBe(2)
})

/** Detects the type of a file by its first bytes. */
const marks = { pdf: '%PDF-1.4', png: '\x89PNG', jpg: '\xff\xd8\xff', xlsx: 'PK' }

test.each(Object.entries(marks))('every .%s file in a drive really has that type', async (end, mark) => {
  const rows = await demo.asOwner<{ tenant: string; hash: string; size: number; mime: string }>(
    `select i.tenant_id as tenant, hash, i.size::int, i.mime_type as mime from drive_item i join document d on d.id = i.document_id
     where i.name like '%.' || $1`,
    [end],
  )
  expect(rows.length).toBeGreaterThan(1)
  const files = await openFiles({ folder })
  for (const { tenant, hash, size, mime } of rows) {
    const bytes = Buffer.concat(await (await files.read(tenant, hash))!.toArray())
    expect([bytes.length, bytes.subarray(0, mark.length).toString('latin1')]).toEqual([size, mark])
    expect(mime).toContain(end === 'jpg' ? 'jpeg' : end === 'xlsx' ? 'spreadsheetml' : end)
  }
})

const pieces = (which: string) => many(`content r join tenant t on t.id = r.tenant_id and ${which}`)

test('the knowledge centre has a year of free, paid and training content, some with pictures, and some pending', async () => {
  expect([await pieces("full_name = 'Tradewind'"), await pieces("full_name = 'Nordhaven'")]).toEqual([27, 4])
  expect(await pieces('translation_of is not null')).toBe(3)
  const free = "full_name = 'Tradewind' and r.status = 'PUBLISHED' and access = 'FREE' and content_type"
  expect([await pieces(`${free} = 'TEXT'`), await pieces(`${free} <> 'TEXT'`)]).toEqual([10, 5])
  expect([await pieces("r.status <> 'PUBLISHED'"), await pieces("access = 'TRAINING'")]).toEqual([3, 5])
  expect(await pieces("picture_id is not null and content like '%srcset%'")).toBe(8)
})

test('both tenants have five questions for each survey type', async () => {
  const asked =
    '(select tenant_id, review_type from review_question group by 1, 2 having count(*) = 5 and max(position) = 5) type'
  expect(await many(asked)).toBe(8)
})

test('seeding a second time produces the same data', async () => {
  const other = await filled()
  const said = `select kind, title, by_name, action, count(*) from audit group by 1, 2, 3, 4 order by 1, 2, 3, 4`
  expect(await other.asOwner(said)).toEqual(await demo.asOwner(said))
  const files = `select t.full_name, name, hash, i.created_at::time from drive_item i left join document d on d.id = i.document_id
    join tenant t on t.id = i.tenant_id order by 1, 2, 3, 4`
  expect(await other.asOwner(files)).toEqual(await demo.asOwner(files))
  const answers = `select u.email_address, a.first_name, a.last_name, a.score, a.remark, a.owner_reply, a.created_at
    from review_answer a join user_account u on u.id = a.owner_id order by 1, 2, 3, 7`
  expect(await other.asOwner(answers)).toEqual(await demo.asOwner(answers))
  await other.drop()
})

test('members of larger plans have questions, topics and bookings, within the limits of their plans', async () => {
  const [found] = await demo.asOwner<Record<string, number>>(
    `select (select count(*)::int from question where state = 'ANSWERED' and answer is not null) as answered,
       (select count(*)::int from question where state = 'OPEN') as open,
       (select count(distinct state)::int from topic) as states,
       (select count(*)::int from topic t where votes <> (select count(*) from topic_vote v where v.topic_id = t.id)) as miscounted,
       (select count(*)::int from web_call where starts_at > now()) as ahead,
       (select count(*)::int from web_call where starts_at < now()) as over`,
  )
  expect(found).toEqual({ answered: 3, open: 2, states: 4, miscounted: 0, ahead: 2, over: 2 })
})
