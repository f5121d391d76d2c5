import { companyApi } from '@tradewind/contract/crm/company.contract'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '#kit/database/migrate'
import { type Roles, rolesOf } from '#kit/database/roles'
import { openJobs } from '#kit/jobs'
import { connect } from '../src/connect.ts'
import { readSettings } from '../src/env.ts'
import { testApp } from './app.ts'
import { freshDatabase } from './database.ts'

const silentLogger = pino({ enabled: false })
const folder = join(import.meta.dirname, '../migrations')
const settingsOf = (url: string, over: NodeJS.ProcessEnv = {}) =>
  readSettings({ NODE_ENV: 'test', DATABASE_ADMIN_URL: url, ...over })

const newDatabase = async (template: 'tradewind' | 'template0' = 'template0') => {
  const made = await freshDatabase(template)
  const roles = rolesOf(made.name)
  onTestFinished(async () => {
    await made.drop()
    const names = await remaining(roles)
    await queryAsAdmin(made.owner, names.map((name) => `drop role ${name}`).join(';'))
  })
  const remaining = async ({ prefix }: Roles) => {
    const found = await queryAsAdmin(made.owner, `select rolname from pg_roles where starts_with(rolname, '${prefix}_')`)
    return found.map(({ rolname }) => String(rolname))
  }
  return { ...made, roles, remaining: () => remaining(roles) }
}

/** Runs on the server, whatever the state of the database. */
const queryAsAdmin = async ({ connectionString }: { connectionString: string }, text: string) => {
  const url = new URL(connectionString)
  url.pathname = '/postgres'
  return queryAs(url.href, text)
}

const queryAs = async (config: string | pg.ClientConfig, text: string) => {
  const client = new pg.Client(config)
  await client.connect()
  try {
    return (await client.query(text)).rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}

/** What depends on roles with a prefix in this database. */
const dependenciesOf = (of: Awaited<ReturnType<typeof newDatabase>>, prefix: string) =>
  of.asOwner(
    `select r.rolname, d.classid::regclass::text, d.deptype from pg_shdepend d join pg_roles r on r.oid = d.refobjid
     where d.refclassid = 'pg_authid'::regclass and starts_with(r.rolname, $1)
       and (d.dbid = (select oid from pg_database where datname = current_database()) or d.objid = (select oid from pg_database where datname = current_database()))`,
    [`${prefix}_`],
  )

test('two installations on one server start and restart, and neither can read the other', async () => {
  const [one, other] = [await newDatabase(), await newDatabase()]
  const first = await connect(settingsOf(one.owner.connectionString), 'the secret of the first installation', silentLogger)
  const second = await connect(settingsOf(other.owner.connectionString), 'the secret of the second installation', silentLogger)
  const again = await connect(settingsOf(one.owner.connectionString), 'the secret of the first installation', silentLogger)
  expect([first.roles.app, second.roles.app]).toEqual([`${one.name}_app`, `${other.name}_app`])
  expect(again.app).toEqual(first.app)
  for (const { app } of [first, second, again])
    expect(await queryAs(app, 'select count(*)::int as all from tenant')).toEqual([{ all: 0 }])
  await expect(
    queryAs({ ...first.app, connectionString: undefined, ...openApp(other, first.roles) }, 'select from tenant'),
  ).rejects.toThrow('permission denied')
})

test('with DATABASE_PIPELINE off, the scope is set by plain statements', async () => {
  const { owner } = await newDatabase()
  const connected = await connect(
    settingsOf(owner.connectionString, { DATABASE_PIPELINE: 'off' }),
    'a secret of the tests',
    silentLogger,
  )
  for (const config of [connected.app, connected.maintenance]) expect(config).toMatchObject({ pipelined: false })
  expect(() => settingsOf(owner.connectionString, { DATABASE_PIPELINE: 'no' })).toThrow('DATABASE_PIPELINE must be on or off')
})

const openApp = ({ app }: { app: pg.ClientConfig }, roles: Roles) => ({ ...app, user: roles.app })

test('a database with the names of an earlier version keeps its data and continues under its own names', async () => {
  const old = await newDatabase('tradewind')
  await old.asOwner('drop table migrated.roles')
  await old.asOwner(`grant connect on database ${old.name} to tradewind_app`)
  expect(await dependenciesOf(old, 'tradewind')).not.toEqual([])

  const { roles, app, stop } = await connect(
    settingsOf(old.owner.connectionString),
    'a secret of the tests, long enough',
    silentLogger,
  )
  const jobs = await openJobs(old.owner, silentLogger, roles)
  await jobs.start([], [])
  await jobs.stop()
  await stop()
  expect(roles.app).toBe(`${old.name}_app`)
  expect(await dependenciesOf(old, 'tradewind')).toEqual([])
  expect(await queryAs(app, 'select count(*)::int as all from tenant')).toEqual([{ all: 0 }])
  expect(
    await old.asOwner(
      `select distinct array_to_string(roles, ' ') as roles from pg_policies where schemaname = 'public' order by 1`,
    ),
  ).toEqual([{ roles: roles.app }, { roles: roles.maintenance }])
  // Those who still use the old names connect as before.
  const others = await testApp()
  onTestFinished(() => others.close())
  const admin = await others.someone('ROLE_ADMIN')
  expect(await others.as(admin).call(companyApi.list, { page: 0 })).toEqual([])
})

test('an owner without superuser rights takes over, and old unused roles are removed', async () => {
  const { name, owner, roles, remaining } = await newDatabase()
  const chief = `chief_${randomUUID().slice(0, 8)}`
  const was = rolesOf(`was_${name.slice(5, 20)}`)
  await queryAsAdmin(owner, `create role ${chief} login createrole bypassrls; alter database ${name} owner to ${chief}`)
  const url = new URL(owner.connectionString)
  url.username = chief
  const asChief = { connectionString: url.href }
  await migrate(asChief, { folder, roles: was })
  const before = await openJobs(asChief, silentLogger, was)
  await before.start([], [])
  await before.stop()
  await queryAs(asChief, `alter schema public owner to ${chief}`).catch(() => {})
  // Objects of a role are reassigned in the order in which it came to own them: here the schema of the jobs comes last.
  await queryAs(asChief, `alter schema pgboss owner to ${chief}; alter schema pgboss owner to ${was.jobs}`)

  await migrate(asChief, { folder, roles })
  const after = await openJobs(asChief, silentLogger, roles)
  await after.start([], [])
  await after.stop()
  expect(await queryAsAdmin(owner, `select rolname from pg_roles where starts_with(rolname, '${was.prefix}_')`)).toEqual([])
  expect((await remaining()).toSorted()).toEqual([roles.app, roles.jobs, roles.maintenance, roles.search])
  await queryAsAdmin(owner, `alter database ${name} owner to postgres`)
  await queryAs(owner, `reassign owned by ${chief} to postgres; drop owned by ${chief}`)
  await queryAs(owner, `drop owned by ${roles.app}, ${roles.jobs}, ${roles.maintenance}, ${roles.search} cascade`)
  await queryAsAdmin(owner, `drop role ${roles.app}, ${roles.jobs}, ${roles.maintenance}, ${roles.search}; drop role ${chief}`)
})

test('a DATABASE_URL user who is a member of the old role stays one, and a non-member is rejected', async () => {
  const old = await newDatabase('tradewind')
  const [member, stranger] = [`member_${randomUUID().slice(0, 8)}`, `stranger_${randomUUID().slice(0, 8)}`]
  await queryAsAdmin(old.owner, `create role ${member} login in role tradewind_app; create role ${stranger} login`)
  onTestFinished(async () => void (await queryAsAdmin(old.owner, `drop role ${member}; drop role ${stranger}`)))
  const urlOf = (user: string) => {
    const url = new URL(old.owner.connectionString)
    url.username = user
    return url.href
  }
  const settings = (user: string) => settingsOf(old.owner.connectionString, { DATABASE_URL: urlOf(user) })
  const { app } = await connect(settings(member), 'a secret of the tests, long enough', silentLogger)
  expect(await queryAs({ connectionString: urlOf(member) }, 'select count(*)::int as all from tenant')).toEqual([{ all: 0 }])
  expect(app).toMatchObject({ connectionString: urlOf(member) })
  await expect(connect(settings(stranger), 'a secret of the tests, long enough', silentLogger)).rejects.toThrow(
    `DATABASE_URL names a role that is no member of ${old.name}_app: grant ${old.name}_app to it`,
  )
})

test('the DATABASE_URL user has time limits in this database, which an operator can change', async () => {
  const { owner, roles } = await newDatabase()
  const member = `member_${randomUUID().slice(0, 8)}`
  const url = new URL(owner.connectionString)
  url.username = member
  const settings = settingsOf(owner.connectionString, { DATABASE_URL: url.href })
  await connect(settingsOf(owner.connectionString), 'a secret of the tests, long enough', silentLogger)
  await queryAsAdmin(owner, `create role ${member} login in role ${roles.app}`)
  onTestFinished(async () => void (await queryAsAdmin(owner, `drop owned by ${member}; drop role ${member}`)))
  const limit = () => queryAs({ connectionString: url.href }, 'show statement_timeout')
  expect(await limit()).toEqual([{ statement_timeout: '0' }])
  await connect(settings, 'a secret of the tests, long enough', silentLogger)
  expect(await limit()).toEqual([{ statement_timeout: '30s' }])
  await queryAsAdmin(
    owner,
    `alter role ${member} set statement_timeout = '5s'; alter role ${member} in database ${url.pathname.slice(1)} reset all`,
  )
  await connect(settings, 'a secret of the tests, long enough', silentLogger)
  expect(await limit()).toEqual([{ statement_timeout: '5s' }])
})

test('DATABASE_CONNECTIONS limits the number of connections for requests', async () => {
  const { owner } = await newDatabase()
  const { app } = await connect(
    settingsOf(owner.connectionString, { DATABASE_CONNECTIONS: '30' }),
    'a secret of the tests',
    silentLogger,
  )
  expect(app.max).toBe(30)
  for (const wrong of ['1', '201', 'many', '3.5'])
    expect(() => settingsOf(owner.connectionString, { DATABASE_CONNECTIONS: wrong })).toThrow(
      'DATABASE_CONNECTIONS must be a number of 2 to 200',
    )
})

test('a database name of any length and any characters gets roles of its own', () => {
  const names = ['crm', 'CRM', 'my-crm', 'my_crm', 'pg_crm', '2crm', 'c'.repeat(60), 'c'.repeat(61), "o'crm", 'größe']
  const all = names.map((name) => rolesOf(name))
  expect(new Set(all.map(({ app }) => app)).size).toBe(names.length)
  for (const { app, maintenance, jobs, search } of all)
    for (const role of [app, maintenance, jobs, search]) expect(role).toMatch(/^(?!pg_)[a-z_][a-z0-9_]{0,62}$/)
  expect(rolesOf('crm').app).toBe('crm_app')
})

test('a node starts even while another one alters the role of requests', async () => {
  const { owner, asOwner, roles } = await newDatabase()
  const settings = settingsOf(owner.connectionString)
  await connect(settings, 'a secret of the tests, long enough', silentLogger)
  const other = new pg.Client(owner)
  await other.connect()
  onTestFinished(() => other.end())
  await other.query(`begin; alter role ${roles.app} login`)
  const starting = connect(settings, 'a secret of the tests, long enough', silentLogger)
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'alter role ${roles.app} login%'`
  await expect.poll(() => asOwner(waiting)).toHaveLength(1)
  await other.query('commit')
  expect(await queryAs((await starting).app, 'select count(*)::int as all from tenant')).toEqual([{ all: 0 }])
})
