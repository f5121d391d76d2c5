import { companyApi } from '@tradewind/contract/crm/company.contract'
import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { meetingReportApi } from '@tradewind/contract/crm/meetingReport.contract'
import { projectCompanyApi } from '@tradewind/contract/crm/project/project.contract'
import { summaryApi } from '@tradewind/contract/crm/summary.contract'
import { timelineApi } from '@tradewind/contract/operations/timeline.contract'
import { trashApi } from '@tradewind/contract/operations/trash.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Someone, type TestApp, testApp } from '../../../test/app.ts'
import { crmAs } from '../../../test/crm/crm.ts'

let app: TestApp
let chief: Someone
let crm: ReturnType<typeof crmAs>
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
  crm = crmAs(app, chief)
})
afterAll(() => app.close())

/** The columns of foreign keys that name records of a table, with how many of their rows name one of them. */
const naming = async (table: string, id: string) => {
  const keys = await app.asOwner<{ name: string; column: string }>(
    `select c.conrelid::regclass::text as name, a.attname as column from pg_constraint c
     join unnest(c.conkey, c.confkey) as part(own, other) on true
     join pg_attribute o on o.attrelid = c.confrelid and o.attnum = part.other and o.attname = 'id'
     join pg_attribute a on a.attrelid = c.conrelid and a.attnum = part.own
     where c.contype = 'f' and c.confrelid = $1::regclass order by 1, 2`,
    [table],
  )
  const counts = new Map<string, number>()
  for (const { name, column } of keys) {
    const [row] = await app.asOwner<{ many: number }>(`select count(*)::int as many from ${name} where ${column} = $1`, [id])
    counts.set(`${name}.${column}`, row!.many)
  }
  return counts
}

/** Two companies that have everything that a company can have, the second one in the same project, too. */
const twoCompanies = async () => {
  const [stays, goes] = [await crm.met(), await crm.met({ company: { country: 'Italy' } })]
  const [both, alone] = [await crm.project(), await crm.project()]
  await crm.place(both.uniqueId, stays.company.uniqueId, { potential: 'LOW' })
  await crm.place(both.uniqueId, goes.company.uniqueId, {
    potential: 'HIGH',
    interest: 'MEDIUM',
    mainContact: goes.contact.uniqueId,
  })
  await crm.place(alone.uniqueId, goes.company.uniqueId)
  const step = await crm.step(goes.summary.uniqueId, chief.uniqueId)
  return { stays, goes, both, alone, step }
}

const lead = async (companyId: string, contactId: string) => {
  const [made] = await app.asOwner<{ id: string }>(
    `insert into lead (tenant_id, world_id, source, name, email, country, company_id, contact_id)
     values ($1, $1, 'ENQUIRY', 'A lead', 'lead@sample.example', 'DE', $2, $3) returning id`,
    [chief.tenantId, companyId, contactId],
  )
  return made!.id
}

const placesOf = async (projectId: string) =>
  (await app.as(chief).call(projectCompanyApi.ofProject, { projectId, page: 0 })) as unknown as {
    uniqueId: string
    companyUID: string
    potential: string | null
    interest: string | null
    mainContact: { uniqueId: string } | null
  }[]

test('whatever names a company names the one that it became part of, and its place in a project that both are in is one', async () => {
  const { stays, goes, both, alone, step } = await twoCompanies()
  await lead(goes.company.uniqueId, goes.contact.uniqueId)
  await app.as(chief).call(companyApi.notDuplicates, { uniqueIds: [goes.company.uniqueId, (await crm.company()).uniqueId] })
  const before = await naming('company', goes.company.uniqueId)
  // A table that names companies and is not in this list yet: give it a row above, and let the merge move it.
  expect([...before].filter(([, many]) => many === 0)).toEqual(
    [['different_company.other_id', 0]].filter(([key]) => before.get(String(key)) === 0),
  )

  const { call } = app.as(chief)
  const { record } = await call(companyApi.merge, {
    into: stays.company.uniqueId,
    from: [goes.company.uniqueId],
    fields: { legalName: goes.company.uniqueId, country: goes.company.uniqueId },
    updatedAt: { [stays.company.uniqueId]: stays.company.updatedAt, [goes.company.uniqueId]: goes.company.updatedAt },
  })
  expect(record).toMatchObject({ uniqueId: stays.company.uniqueId, legalName: goes.company.legalName, country: 'Italy' })
  // What was said about the company that is gone stays said of it; it is said of the other one, too.
  const after = await naming('company', goes.company.uniqueId)
  expect([...after].filter(([key, many]) => many > 0 && !key.startsWith('different_company.'))).toEqual([])

  const companyOf = { uniqueId: stays.company.uniqueId, legalName: goes.company.legalName }
  expect(await call(contactApi.get, { uniqueId: goes.contact.uniqueId })).toMatchObject({ company: companyOf })
  expect(await call(contactApi.get, { uniqueId: stays.contact.uniqueId })).toMatchObject({ company: companyOf })
  expect(await call(meetingReportApi.get, { uniqueId: goes.report.uniqueId })).toMatchObject({ company: companyOf })
  expect(await call(summaryApi.list, { companyUid: stays.company.uniqueId, page: 0 })).toHaveLength(2)
  expect(await placesOf(both.uniqueId)).toMatchObject([
    {
      companyUID: stays.company.uniqueId,
      potential: 'LOW',
      interest: 'MEDIUM',
      mainContact: { uniqueId: goes.contact.uniqueId },
    },
  ])
  expect(await placesOf(alone.uniqueId)).toMatchObject([{ companyUID: stays.company.uniqueId }])
  const [task] = await app.asOwner(`select company_id, company_name from next_step where id = $1`, [step.uniqueId])
  expect(task).toEqual({ company_id: stays.company.uniqueId, company_name: goes.company.legalName })
  await expect(call(companyApi.get, { uniqueId: goes.company.uniqueId })).rejects.toMatchObject({ status: 404 })
  const timeline = await call(timelineApi.list, { kind: 'company', uniqueId: stays.company.uniqueId, page: 0, size: 100 })
  expect(timeline.map(({ recordId }) => recordId)).toContain(goes.company.uniqueId)
  const entries = await app.asOwner(`select kind, record_id from audit where action = 'MERGED' and created_by = $1`, [
    chief.uniqueId,
  ])
  expect(entries).toEqual([{ kind: 'company', record_id: stays.company.uniqueId }])
})
