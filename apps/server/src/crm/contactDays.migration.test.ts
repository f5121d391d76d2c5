import { expect, test } from 'vitest'
import { migrate } from '#kit/database/migrate'
import { freshDatabase } from '../../test/database.ts'
import { untilMigration } from '../../test/migrations.ts'
import { roles } from '../../test/roles.ts'

const [tenant, company] = [crypto.randomUUID(), crypto.randomUUID()]
const records = (place: string) => `
  insert into tenant (id, full_name) values ('${tenant}', 'Main');
  select set_config('app.tenant_id', '${tenant}', false), set_config('app.world_id', '${tenant}', false);
  insert into company (id, legal_name, country, website, company_type_list) values ('${company}', 'Acme', 'DE', 'https://acme.example', '{END_USER}');
  insert into meeting_report (date, company_id, country, company_name, event_type)
    select day::date, '${company}', 'DE', 'Acme', 'CALL' from unnest(array['2026-03-10', '2199-04-04', '2199-05-05']) day;
  ${place}`
/** A company in a project of its own. */
const inProject = (name: string, fields: string, values: string) => `
  with made as (insert into project (name) values ('${name}') returning id)
  insert into project_company (project_id, company_id, country, company_name, project_name, ${fields})
    select id, '${company}', 'DE', 'Acme', '${name}', ${values} from made;`

test('the migration corrects a last contact in the future, and keeps what was set by hand', async () => {
  const database = await freshDatabase('template0')
  const migrations = untilMigration('_contact_days')
  try {
    await migrate(database.owner, { folder: migrations.folder, roles })
    const follows = inProject('follows', 'last_contact', `'2199-05-05'`)
    const byHand = inProject('set', 'last_contact, is_last_contact_given, next_contact', `'2026-01-01', true, '2199-01-01'`)
    await database.asOwner(records(follows + byHand))
    migrations.all()
    await migrate(database.owner, { folder: migrations.folder, roles })
    const places = await database.asOwner(
      'select project_name as name, last_contact::text as last, next_contact::text as next, report_ahead::text as ahead from project_company order by 1',
    )
    expect(places).toEqual([
      { name: 'follows', last: '2026-03-10', next: '2199-04-04', ahead: '2199-04-04' },
      { name: 'set', last: '2026-01-01', next: '2199-01-01', ahead: '2199-04-04' },
    ])
  } finally {
    migrations.remove()
    await database.drop()
  }
})
