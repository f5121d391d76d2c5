import { expect, test } from 'vitest'
import { companyEntity } from '#crm/schema/company.table'
import { contactEntity } from '#crm/schema/contact.table'
import { migrate } from '#kit/database/migrate'
import { freshDatabase } from '../../test/database.ts'
import { untilMigration } from '../../test/migrations.ts'
import { roles } from '../../test/roles.ts'

const tenant = crypto.randomUUID()
const names = [
  'Müller & Söhne GmbH & Co. KG',
  'MULLER SOHNE',
  'L’Oréal S.A.',
  'Ferrero S.p.A.',
  'Kowalski Sp. z o.o.',
  'AG',
  'Co.',
  '???',
  'Łódź – Werke (Ost) 3, Inc.',
  'ΣΊΣΥΦΟΣ Α.Ε.',
  'İstanbul Ticaret A.Ş.',
  '株式会社トヨタ',
  'ＡＣＭＥ（東京）Ltd',
  '한국'.repeat(80),
  'Straße\tund\nCo',
  'Ａ·B×C÷D™ Oy',
  'O`Neill´s “Best” — Ltd.,',
  'Mueller & Soehne, Baeckerei am Oelberg GmbH',
  'Bauer Quelle Blue',
  'Æbleskov Bøgh œuvre Strauß Đurić',
  'Aeaeaen Uelzen ueueueb Boeing Goethe',
]
const websites = [
  'https://www.acme.example/a?b#c',
  'http://WWW2.Acme.Example:8080',
  'https://user:word@acme.example./',
  'https://www.facebook.com/acme',
  'https://de-de.facebook.com',
  'https://acme.wordpress.com',
  'https://wordpress.com/acme',
  'https://MÜLLER.example',
  'https://xn--mller-kva.example',
  'https://localhost',
  'https://[::1]/',
  'acme.example:80/x',
  'https://acme.example\\path',
  'https://sub.shop.acme.example?x@y',
]
const taxes = ['DE 123.456-789', 'de123456789', '0000 0000', 'n/a', null, 'ИНН 7707083893', '12', 'CHE-114.112.222 MWST', '']
const people = [
  ['Jean-Pierre', "d'Arc", 'J.P@Acme.EXAMPLE'],
  ['Ada', '!!!', null],
  ['Zoë', 'Åström', 'zoe@acme.example'],
  ['李', '小龍', null],
  ['Jörg', 'Großmann', null],
  ['Joe', 'Ueber', null],
] as const

type Row = Record<string, string | null>

const inserted = async (
  asOwner: (sql: string, given?: unknown[]) => Promise<unknown>,
  table: string,
  rows: readonly Record<string, unknown>[],
) =>
  asOwner(
    `insert into ${table} (${Object.keys(rows[0]!).join()}) select ${Object.keys(rows[0]!).join()} from json_populate_recordset(null::${table}, $1::json)`,
    [JSON.stringify(rows)],
  )

test('the migrations give existing records the same keys as equivalent new records get', async () => {
  const database = await freshDatabase('template0')
  const migrations = untilMigration('_duplicates')
  try {
    await migrate(database.owner, { folder: migrations.folder, roles })
    const companies = Array.from({ length: 24 }, (_, at) => ({
      legalName: names[at % names.length]!.slice(0, 200),
      website: websites[at % websites.length]!,
      taxRefNumber: taxes[at % taxes.length]!,
      country: 'DE',
      companyTypeList: ['END_USER' as const],
    })).filter(({ legalName }, at, all) => all.findIndex((one) => one.legalName === legalName) === at)
    await database.asOwner(`insert into tenant (id, full_name) values ('${tenant}', 'Main')`)
    await database.asOwner(
      `select set_config('app.tenant_id', '${tenant}', false), set_config('app.world_id', '${tenant}', false)`,
    )
    const expected = new Map<string, Row>()
    const keyed = companies.map((company) => {
      const { nameKey, ...keys } = companyEntity.computedColumns(company) as Row & { nameKey: string }
      const id = crypto.randomUUID()
      expected.set(id, { name_match: keys['nameMatch']!, domain_match: keys['domainMatch']!, tax_match: keys['taxMatch']! })
      return { ...company, id, nameKey }
    })
    const stamps = { tenant_id: tenant, world_id: tenant, created_at: new Date(), updated_at: new Date(), search_text: '' }
    await inserted(
      database.asOwner,
      'company',
      keyed.map((one) => ({
        ...stamps,
        id: one.id,
        legal_name: one.legalName,
        website: one.website,
        tax_ref_number: one.taxRefNumber,
        country: one.country,
        company_type_list: one.companyTypeList,
        name_key: one.nameKey,
        country_key: '',
      })),
    )
    const contacts = keyed.map(({ id: companyId, legalName }, at) => {
      const [firstName, lastName, email] = people[at % people.length]!
      const contact = {
        firstName,
        lastName,
        email,
        companyId,
        companyName: legalName,
        country: 'DE',
        title: 'Buyer',
        contactRole: 'INFLUENCER' as const,
      }
      const keys = contactEntity.computedColumns(contact) as Row
      const id = crypto.randomUUID()
      expected.set(id, { email_match: keys['emailMatch']!, person_match: keys['personMatch']! })
      return {
        ...stamps,
        id,
        first_name: firstName,
        last_name: lastName,
        title: 'Buyer',
        contact_role: 'INFLUENCER',
        company_id: companyId,
        country: 'DE',
        company_name: legalName,
        email,
        full_name: keys['fullName'],
        first_key: keys['firstKey'],
        last_key: keys['lastKey'],
        company_key: keys['companyKey'],
      }
    })
    await inserted(database.asOwner, 'contact', contacts)
    migrations.all()
    await migrate(database.owner, { folder: migrations.folder, roles })
    const found = [
      ...(await database.asOwner<Row>('select id, name_match, domain_match, tax_match from company')),
      ...(await database.asOwner<Row>('select id, email_match, person_match from contact')),
    ]
    expect(new Map(found.map(({ id, ...keys }) => [id, keys]))).toEqual(expected)
  } finally {
    migrations.remove()
    await database.drop()
  }
})
