import { companyApi } from '@tradewind/contract/crm/company.contract'
import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { meetingReportApi } from '@tradewind/contract/crm/meetingReport.contract'
import { projectCompanyApi } from '@tradewind/contract/crm/project.contract'
import { customFieldApi } from '@tradewind/contract/kit/custom/custom.contract'
import { type CustomKind, customKinds, customTypes, isCustomSortable } from '@tradewind/contract/kit/custom/custom.fields'
import { bulkApi } from '@tradewind/contract/operations/bulk.contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { crmCalls } from '../../test/crm/crm.ts'

let app: TestApp
let chief: TestUser
let crm: ReturnType<typeof crmCalls>
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
  crm = crmCalls(app, chief)
  await app.asOwner(`update user_account set language = 'de' where id = $1`, [chief.uniqueId])
})
afterAll(() => app.close())

// The calls of all kinds are alike: they are called as those of a company.
const calls: Record<CustomKind, Pick<typeof companyApi, 'list' | 'get' | 'update' | 'export' | 'history'>> = {
  company: companyApi,
  contact: contactApi as never,
  meetingReport: meetingReportApi as never,
  projectCompany: projectCompanyApi as never,
}
const bulkCalls: Record<CustomKind, typeof bulkApi.changeCompanies> = {
  company: bulkApi.changeCompanies,
  contact: bulkApi.changeContacts as never,
  meetingReport: bulkApi.changeMeetingReports as never,
  projectCompany: bulkApi.changeProjectCompanies as never,
}
const makers: Record<CustomKind, (fields: object) => Promise<{ uniqueId: string }>> = {
  company: (fields) => crm.company(fields),
  contact: async (fields) => crm.contact((await crm.company()).uniqueId, fields),
  meetingReport: async (fields) => {
    const { uniqueId } = await crm.company()
    return crm.report(uniqueId, [(await crm.contact(uniqueId)).uniqueId], fields)
  },
  projectCompany: async (fields) => crm.place((await crm.project()).uniqueId, (await crm.company()).uniqueId, fields),
}

// People are chosen by id, and tested elsewhere.
const types = customTypes.filter((type) => type !== 'PERSON')
type Type = (typeof types)[number]

interface Sample {
  value: unknown
  /** A value that is sorted before it. */
  lower: unknown
  /** The value in a condition, in a German export, and in a search; empty if it is not searched. */
  is: string
  cell: string
  q: string
  rejected: unknown
}
const samples: Record<Type, Sample> = {
  TEXT: { value: 'Zebra', lower: 'Älpler', is: 'zebra', cell: 'Zebra', q: 'zebr', rejected: 5 },
  NUMBER: { value: 12.5, lower: 7, is: '12.5', cell: '12.5', q: '', rejected: Number.MAX_SAFE_INTEGER + 1 },
  DATE: { value: '2026-03-01', lower: '2026-02-01', is: '2026-03-01', cell: '2026-03-01', q: '', rejected: '2026-02-30' },
  CHOICE: { value: 'iron', lower: 'gold', is: 'iron', cell: 'Iron', q: 'IRON', rejected: 'lead' },
  SEVERAL: { value: ['gold', 'zinc'], lower: ['gold'], is: 'zinc', cell: '"Gold, Zinc"', q: 'zinc', rejected: ['lead'] },
  LINK: {
    value: 'https://z.example',
    lower: 'https://a.example',
    is: 'z.example',
    cell: 'https://z.example',
    q: 'z.ex',
    rejected: 'z',
  },
  YES_NO: { value: true, lower: false, is: 'true', cell: 'Ja', q: '', rejected: 'ja' },
}
const choices = ['Gold', 'Iron', 'Zinc'].map((label) => ({ label }))

/** Adds a field of each type, and returns a function that makes a record's values of them. */
const defineAll = async (kind: CustomKind) => {
  const keys = new Map<Type, string>()
  for (const type of types) {
    const given = { kind, label: `My ${type}`, type, ...(['CHOICE', 'SEVERAL'].includes(type) && { choices }) }
    keys.set(type, (await app.as(chief).call(customFieldApi.create, given)).key)
  }
  const valuesOf = (of: (type: Type) => unknown) =>
    Object.fromEntries([...keys].map(([type, key]) => [key, of(type)])) as Record<string, string>
  return { keys, valuesOf }
}

/** Labels of fields in use are unique. */
afterEach(async () => {
  for (const { uniqueId } of await app.as(chief).call(customFieldApi.list, {}))
    await app.as(chief).call(customFieldApi.retire, { uniqueId })
})

const setUp = async (kind: CustomKind) => {
  const { keys, valuesOf } = await defineAll(kind)
  const high = await makers[kind]({ custom: valuesOf((type) => samples[type].value) })
  const low = await makers[kind]({ custom: valuesOf((type) => samples[type].lower) })
  const none = await makers[kind]({})
  const names = new Map([
    [high.uniqueId, 'high'],
    [low.uniqueId, 'low'],
    [none.uniqueId, 'none'],
  ])
  /** The names of the records that a list returns, in its order. */
  const list = async (query: object) => {
    const rows = await app.as(chief).call(calls[kind].list, { page: 0, size: 50, sort: 'dateCreated', ...query })
    return rows.flatMap(({ uniqueId }) => names.get(uniqueId) ?? [])
  }
  return { keys, valuesOf, list, high: high.uniqueId, none: none.uniqueId }
}

test.each(customKinds)('each type of custom field of a %s is filtered, searched and sorted by, and checked', async (kind) => {
  const { keys, list, none } = await setUp(kind)
  for (const [type, key] of keys) {
    const [name, { is, q, rejected }] = [`custom.${key}`, samples[type]]
    const found = [
      await list({ where: [`${name}:is:${is}`] }),
      await list({ where: [`${name}:isNot:${is}`] }),
      await list({ any: [`${name}:is:${is}`, `${name}:empty`] }),
      q ? await list({ q }) : ['high'],
    ]
    expect({ type, found }).toEqual({ type, found: [['high'], ['low', 'none'], ['high', 'none'], ['high']] })
    const inOrder = [
      ['low', 'high', 'none'],
      ['high', 'low', 'none'],
    ]
    const isSorted = isCustomSortable({ type })
    const orders = isSorted ? await Promise.all([list({ sort: name }), list({ sort: `-${name}` })]) : inOrder
    expect({ type, orders }).toEqual({ type, orders: inOrder })
    const change = app.as(chief).call(calls[kind].update, { uniqueId: none, custom: { [key]: rejected as never } })
    await expect(change).rejects.toMatchObject({ status: 422, data: { [name]: expect.any(String) as string } })
  }
})

test.each(customKinds)('custom fields of a %s are exported, changed in bulk, and in the history', async (kind) => {
  const { keys, valuesOf, high, none } = await setUp(kind)
  const { call } = app.as(chief)
  const { url } = await call(calls[kind].export, { format: 'csv', ids: [high] })
  const lines = (await app.fastify.inject(url)).body.trimEnd().split('\r\n')
  const ends = [types.map((type) => `My ${type}`).join(','), types.map((type) => samples[type].cell).join(',')]
  expect(lines.map((line, at) => line.slice(-ends[at]!.length))).toEqual(ends)
  const custom = valuesOf((type) => samples[type].value)
  await call(bulkCalls[kind], { ids: [none], change: { custom } })
  expect((await call(calls[kind].get, { uniqueId: none })).custom).toEqual(custom)
  const [last] = await call(calls[kind].history, { uniqueId: none })
  const changes = [...keys].map(([type, key]) => [`custom.${key}`, { before: null, label: `My ${type}` }] as const)
  expect(last!.changes).toMatchObject(Object.fromEntries(changes))
})

test('a number that is too long to be exact is refused, also as a form sends it', async () => {
  const { keys, none } = await setUp('company')
  const change = (size: unknown) =>
    app.as(chief).call(companyApi.update, { uniqueId: none, custom: { [keys.get('NUMBER')!]: size as number } })
  const refusal = { status: 422, data: { [`custom.${keys.get('NUMBER')!}`]: 'This is too large' } }
  for (const long of [Number.MAX_SAFE_INTEGER + 1, '12345678901234567']) await expect(change(long)).rejects.toMatchObject(refusal)
  expect((await change(Number.MIN_SAFE_INTEGER)).custom).toEqual({ [keys.get('NUMBER')!]: Number.MIN_SAFE_INTEGER })
})
