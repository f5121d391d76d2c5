import { companyApi } from '@tradewind/contract/crm/company.contract'
import { attachmentApi } from '@tradewind/contract/operations/attachment.contract'
import type { TestApp, TestUser } from '../app.ts'
import { driveFixture } from '../drive/drive.ts'
import { crmCalls } from './crm.ts'

/** Creates records to be merged, as a user, and queries which rows reference them. */
export const mergeHelpers = (app: TestApp, who: TestUser) => {
  const crm = crmCalls(app, who)

  /** The foreign key columns that reference a table, with how many of their rows reference this record. */
  const naming = async (table: 'company' | 'contact', id: string) => {
    const foreignKeys = await app.asOwner<{ name: string; column: string }>(
      `select c.conrelid::regclass::text as name, a.attname as column from pg_constraint c
       join unnest(c.conkey, c.confkey) as part(own, other) on true
       join pg_attribute o on o.attrelid = c.confrelid and o.attnum = part.other and o.attname = 'id'
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = part.own
       where c.contype = 'f' and c.confrelid = $1::regclass order by 1, 2`,
      [table],
    )
    const rowCounts = new Map<string, number>()
    for (const { name, column } of foreignKeys) {
      const [row] = await app.asOwner<{ many: number }>(`select count(*)::int as many from ${name} where ${column} = $1`, [id])
      rowCounts.set(`${name}.${column}`, row!.many)
    }
    return rowCounts
  }

  /** A lead that was turned into a company and a contact. */
  const lead = (companyId: string, contactId: string) =>
    app.asOwner(
      `insert into lead (tenant_id, world_id, source, name, email, country, company_id, contact_id, search_text)
       values ($1, $2, 'ENQUIRY', 'A lead', 'lead@sample.example', 'DE', $3, $4, '')`,
      [who.tenantId, who.partitionId, companyId, contactId],
    )

  /** A value in a custom field of the tenant. */
  const ownValue = (table: 'company' | 'contact', id: string) =>
    app.asOwner(
      `insert into ${table}_custom (tenant_id, world_id, record_id, field, value, number) values ($1, $2, $3, 'grade', 'gold', 0)`,
      [who.tenantId, who.partitionId, id],
    )

  /** Attaches a file of the user's own drive to a record. */
  const attach = async (kind: 'company' | 'contact', record: string) => {
    const { uniqueId } = await driveFixture(app, who).file(`Plan ${record}.txt`)
    await app.as(who).call(attachmentApi.attach, { kind, record, files: [uniqueId] })
  }

  /** Two companies with everything that a company can have: both in one project, the second also in another. */
  const twoCompanies = async () => {
    const [stays, goes] = [await crm.met(), await crm.met({ company: { country: 'Italy', website: 'https://goes.example' } })]
    const [both, alone] = [await crm.project(), await crm.project()]
    await crm.place(both.uniqueId, stays.company.uniqueId, { potential: 'LOW' })
    const mainContact = goes.contact.uniqueId
    await crm.place(both.uniqueId, goes.company.uniqueId, { potential: 'HIGH', interest: 'MEDIUM', mainContact })
    await crm.place(alone.uniqueId, goes.company.uniqueId)
    const step = await crm.step(goes.summary.uniqueId, who.uniqueId)
    await lead(goes.company.uniqueId, goes.contact.uniqueId)
    await attach('company', goes.company.uniqueId)
    await ownValue('company', goes.company.uniqueId)
    const other = await crm.company()
    await app.as(who).call(companyApi.notDuplicates, { uniqueIds: [other.uniqueId, goes.company.uniqueId] })
    return { stays, goes, both, alone, step }
  }
  return { ...crm, naming, lead, attach, ownValue, twoCompanies }
}
