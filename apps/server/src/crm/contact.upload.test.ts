import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { crmCalls } from '../../test/crm/crm.ts'
import { contactWorkbook } from '../../test/workbook.ts'

let app: TestApp
let chief: TestUser
let member: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
  member = await app.someone('ROLE_BASIC')
})
afterAll(() => app.close())

const upload = async (who: TestUser, rows: readonly (readonly string[])[], over: object = {}) => {
  const { statusCode, json } = await app.as(who).send(contactApi.massUpload, { file: await contactWorkbook(rows), ...over })
  return { status: statusCode, data: json().data }
}
const person = (lastName: string, company: string, email = '', role = 'DECISION_MAKER') => [
  'Ann',
  lastName,
  'Buyer',
  role,
  company,
  email,
  '',
]
const total = async (who: TestUser) => (await app.as(who).call(contactApi.list, {})).length

test('uploading the same workbook again warns of duplicates, and skips them on request', async () => {
  const { legalName } = await crmCalls(app, chief).company()
  const rows = [person('One', legalName, 'one@example.test'), person('Two', legalName)]
  expect(await upload(chief, rows)).toMatchObject({ status: 200, data: { created: 2 } })
  const again = await upload(chief, rows)
  expect(again).toMatchObject({
    status: 422,
    data: {
      total: 2,
      faults: [
        { row: 2, column: 'Last Name', value: 'One', problem: 'There is already “Ann One”' },
        { row: 3, column: 'Last Name', value: 'Two', problem: 'There is already “Ann Two”' },
      ],
    },
  })
  const more = [...rows, person('Three', legalName), person('three', legalName), person('Four', 'Nobody Ltd')]
  const told = (await upload(chief, more)).data.faults.map(({ row, problem }: { row: number; problem: string }) => [row, problem])
  expect(told).toContainEqual([5, 'This is already in row 4'])
  expect(told.map(([row]: [number]) => row)).toEqual([2, 3, 5, 6])
  expect((await upload(chief, more, { partial: true })).data).toMatchObject({ read: 5, created: 1, skipped: 3, faulty: 1 })
  expect(await total(chief)).toBe(3)
})

test('a different company, address or name is not a duplicate', async () => {
  const [first, second] = [await crmCalls(app, chief).company(), await crmCalls(app, chief).company()]
  const rows = [
    person('Same', first.legalName, 'a@example.test'),
    person('Same', second.legalName, 'a@example.test'),
    person('Same', first.legalName, 'b@example.test'),
    person('Other', first.legalName, 'a@example.test'),
  ]
  expect(await upload(chief, rows)).toMatchObject({ status: 200, data: { created: 4 } })
})

test('uploading the same workbook twice at the same time creates one set of contacts', async () => {
  const { legalName } = await crmCalls(app, chief).company()
  const rows = Array.from({ length: 5 }, (_, at) => person(`Twice ${at}`, legalName))
  const answers = await Promise.all([upload(chief, rows, { partial: true }), upload(chief, rows, { partial: true })])
  expect(new Set(answers.map(({ data }) => data.created))).toEqual(new Set([0, 5]))
})

test('a member’s workbook must give an e-mail address, as in the form; a staff workbook need not', async () => {
  const { legalName } = await crmCalls(app, member).company()
  const rows = [person('Without', legalName), person('With', legalName, 'with@example.test')]
  expect(await upload(member, rows)).toMatchObject({
    status: 422,
    data: { total: 1, faults: [{ row: 2, column: 'Email', problem: 'Email is required.' }] },
  })
  expect(await upload(member, rows, { partial: true })).toMatchObject({ data: { created: 1, faulty: 1 } })
})

test('accepts roles by their labels on the screens, in every language', async () => {
  const { legalName } = await crmCalls(app, chief).company()
  const roles = ['Decision Maker', 'ENTSCHEIDUNGSTRÄGER', 'no influence']
  const rows = roles.map((role, at) => person(`Role ${at}`, legalName, '', role))
  expect(await upload(chief, rows)).toMatchObject({ status: 200 })
  const found = await app.as(chief).call(contactApi.list, { lastName: 'Role', sort: 'lastName' })
  expect(found.map(({ contactRole }) => contactRole)).toEqual(['DECISION_MAKER', 'DECISION_MAKER', 'NO_INFLUENCE'])
})

test('an unknown company name is reported together with all other faults of its row', async () => {
  const { data } = await upload(chief, [person('Odd', 'Nobody Ltd', 'no address', 'BOSS')])
  expect(data.faults.map(({ column }: { column: string }) => column).toSorted()).toEqual(['Company', 'Contact Role', 'Email'])
})
