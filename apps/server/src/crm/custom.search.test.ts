import { companyApi } from '@tradewind/contract/crm/company.contract'
import { projectCompanyApi } from '@tradewind/contract/crm/project.contract'
import { customFieldApi } from '@tradewind/contract/kit/custom/custom.contract'
import { searchApi } from '@tradewind/contract/operations/search.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../test/app.ts'
import { crmCalls } from '../../test/crm/crm.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('a choice that is renamed is searched by its new label in the records of all partitions, which are no newer for it', async () => {
  const [chief, member] = [await app.someone('ROLE_TENANT_ADMIN'), await app.someone('ROLE_PRO')]
  const grade = await app.as(chief).call(customFieldApi.create, {
    kind: 'company',
    label: 'Grade',
    type: 'CHOICE',
    choices: [{ label: 'Copperish' }, { label: 'Silvery' }],
  })
  await app.as(chief).call(customFieldApi.create, { kind: 'company', label: 'Motto', type: 'TEXT' })
  const [own, other, theirs] = [
    await crmCalls(app, chief).company({ custom: { [grade.key]: 'copperish', motto: 'Onwards' } }),
    await crmCalls(app, chief).company({ custom: { [grade.key]: 'silvery' } }),
    await crmCalls(app, member).company({ custom: { [grade.key]: 'copperish' } }),
  ]
  const choices = grade.choices.map((one) => (one.key === 'copperish' ? { ...one, label: 'Brazen' } : one))
  await app.as(chief).call(customFieldApi.update, { uniqueId: grade.uniqueId, choices })
  const jobs = await app.asOwner<{ data: object }>(`select data from pgboss.job where name = 'customField.relabel'`)
  for (const { data } of jobs) await app.work('customField.relabel', data)
  const searched = async (q: string, who = chief) =>
    (await app.as(who).call(companyApi.list, { page: 0, q })).map(({ uniqueId }) => uniqueId)
  expect(await searched('brazen')).toEqual([own.uniqueId])
  expect(await searched('brazen | onwards')).toEqual([own.uniqueId])
  expect(await searched('brazen', member)).toEqual([theirs.uniqueId])
  expect([...(await searched('copperish')), ...(await searched('copperish', member))]).toEqual([])
  expect(await searched('silvery')).toEqual([other.uniqueId])
  expect(await app.as(chief).call(companyApi.get, { uniqueId: own.uniqueId })).toEqual(own)
})

test('a number is found by its digits, also in records from before searches found numbers', async () => {
  const chief = await app.someone('ROLE_TENANT_ADMIN')
  await app.as(chief).call(customFieldApi.create, { kind: 'company', label: 'Size', type: 'NUMBER' })
  const { uniqueId } = await crmCalls(app, chief).company({ custom: { size: 40_517 } })
  const found = async () => (await app.as(chief).call(companyApi.list, { page: 0, q: '40517' })).map((row) => row.uniqueId)
  expect(await found()).toEqual([uniqueId])

  // As it was stored before search texts had numbers: the nightly renewal adds them, once.
  await app.asOwner(`update company set custom_text = '', search_text = split_part(search_text, '40517', 1) where id = $1`, [
    uniqueId,
  ])
  expect(await found()).toEqual([])
  const before = await app.as(chief).call(companyApi.get, { uniqueId })
  await app.clock('customField.numbers')
  expect(await found()).toEqual([uniqueId])
  expect(await app.as(chief).call(companyApi.get, { uniqueId })).toEqual(before)
})

test('the search of everything finds companies in projects by words of their own fields, beside those of company and project, but not by these alone', async () => {
  const chief = await app.someone('ROLE_TENANT_ADMIN')
  const [reader, other] = [await app.someone('ROLE_LEVEL1'), await app.someone('ROLE_LEVEL1')]
  const crm = crmCalls(app, chief)
  const booth = await app.as(chief).call(customFieldApi.create, { kind: 'projectCompany', label: 'Booth', type: 'TEXT' })
  const project = await crm.project({ name: 'Nordic grid', sharedWith: [reader.uniqueId] })
  const [one, two] = [await crm.company({ legalName: 'Wendelin' }), await crm.company({ legalName: 'Alderin' })]
  const { uniqueId } = await crm.place(project.uniqueId, one.uniqueId, { custom: { [booth.key]: 'Zugspitze 10' } })
  await crm.place(project.uniqueId, two.uniqueId, { custom: { [booth.key]: 'Zugspitze 110' } })
  const found = async (q: string, who = chief) => {
    const groups = await app.as(who).call(searchApi.search, { q })
    return groups.find(({ kind }) => kind === 'projectCompany')?.hits
  }
  const hit = { uniqueId, title: 'Wendelin', detail: 'Nordic grid' }
  for (const q of ['zugspitze wendelin', '10 ZUGSPITZE', 'nordic zugspitze wend'])
    for (const who of [chief, reader]) expect([q, await found(q, who)]).toEqual([q, [hit]])
  expect((await found('zugspitze'))!.map(({ title }) => title)).toEqual(['Alderin', 'Wendelin'])
  for (const q of ['wendelin', 'nordic grid']) expect(await found(q)).toBeUndefined()
  expect(await found('zugspitze', other)).toBeUndefined()
  await app.as(chief).call(projectCompanyApi.remove, { uniqueId })
  expect(await found('zugspitze wendelin')).toBeUndefined()
})
