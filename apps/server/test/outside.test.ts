import { can } from '@tradewind/contract/kit/policy'
import { attachmentApi } from '@tradewind/contract/operations/attachment.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from './app.ts'
import { mergeHelpers } from './crm/mergeHelpers.ts'
import { driveFixture } from './drive/drive.ts'
import { allSamples, type CallSample } from './samples.ts'

type Ids = Readonly<Partial<Record<string, string>>>

let app: TestApp
let admin: TestUser
let level3: TestUser
/** The ids of one record of each kind: within the countries of the level 3 user, and outside. */
let within: Ids
let outside: Ids
beforeAll(async () => {
  app = await testApp()
  admin = await app.someone('ROLE_TENANT_ADMIN')
  level3 = await app.someone('ROLE_LEVEL3', {
    allowedCountries: ['DE'],
    permissions: ['EXPORT_DATA', 'MASS_UPLOAD', 'RESTORE_TRASH'],
  })
  within = await recordsIn('Germany', 'Known', [level3.uniqueId])
  outside = await recordsIn('Italy', 'Secret', [])
})
afterAll(() => app.close())

/** A company, and what belongs to it, all named with this word. */
const recordsIn = async (country: string, word: string, sharedWith: string[]): Promise<Ids> => {
  const crm = mergeHelpers(app, admin)
  const company = (await crm.company({ legalName: `${word} Ltd`, country, address: `${word} Street` })).uniqueId
  const contact = (await crm.contact(company, { lastName: word, email: `${word.toLowerCase()}@sample.example` })).uniqueId
  const meetingReport = (await crm.report(company, [contact])).uniqueId
  const summary = (await crm.summary(meetingReport, { text: `<p>${word}</p>`, sharedWith })).uniqueId
  const nextSteps = (await crm.step(summary, admin.uniqueId, { todo: word })).uniqueId
  const project = (await crm.project({ name: word, sharedWith })).uniqueId
  const projectCompany = (await crm.place(project, company)).uniqueId
  const { uniqueId: drive } = await driveFixture(app, admin).file(`${word}.txt`)
  await app.as(admin).call(attachmentApi.attach, { kind: 'company', record: company, files: [drive] })
  return { company, contact, meetingReport, summary, nextSteps, project, projectCompany, drive, admin: level3.uniqueId }
}

/** Calls about other things: texts, accounts, files of one's own, articles, and the like. */
const others =
  /^(admin|auditQuestion|content|customField|drive.*|event.*|identity|legalText|message|notification|operator|permission|question|review.*|tenant.*|topic|user.*|view|webCall)$/
const calls = allSamples.filter(({ feature, call }) => !others.test(feature) && call.access !== 'anyone')
const mayCall = (who: TestUser, { call }: CallSample) => typeof call.access === 'string' || can(who, call.access)
const neither = crypto.randomUUID()

const unique = <Input>(inputs: Input[]) => [...new Map(inputs.map((input) => [JSON.stringify(input), input])).values()]
/** Inputs of a call where the id of one kind of record is that of the record outside; the other ids are those of records within. */
const usualInputs = ({ sample }: CallSample) =>
  unique(Object.keys(outside).map((kind) => sample((of) => (of === kind ? outside : within)[of] ?? neither)))
/** Inputs of a call with the id of a record outside in each field that can have an id, whatever its kind. */
const allInputs = (one: CallSample) => {
  const usual = one.sample((of) => within[of] ?? neither)
  const withOutside = one.ids.flatMap((field) =>
    Object.values(outside).map((id) => ({ ...usual, [field]: Array.isArray(usual[field]) ? [...usual[field], id] : id })),
  )
  return unique([...usualInputs(one), ...withOutside])
}

/** The calls whose replies name a record outside. */
const namingCalls = async (who: TestUser, inputsOf: (one: CallSample) => object[]) => {
  const found = new Set<string>()
  for (const one of calls.filter((each) => mayCall(who, each)))
    for (const input of inputsOf(one)) {
      const { body } = await app.as(who).send(one.call, input)
      if (/secret/i.test(body)) found.add(`${one.feature}.${one.name}`)
    }
  return [...found].toSorted()
}

/** What is stored about the records outside. */
const stored = async () => {
  const { naming } = mergeHelpers(app, admin)
  const rows = await app.asOwner(
    `select to_jsonb(company)::text as row from company where id = $1 union all select to_jsonb(contact)::text from contact where id = $2
     union all select to_jsonb(summary)::text from summary where id = $3 union all select to_jsonb(next_step)::text from next_step where id = $4 order by 1`,
    [outside.company, outside.contact, outside.summary, outside.nextSteps],
  )
  return [rows, await naming('company', outside.company!), await naming('contact', outside.contact!)]
}

test('no call of a level 3 user names or changes a record outside its countries, whatever field has the id', async () => {
  const before = await stored()
  expect(await namingCalls(level3, allInputs)).toEqual([])
  expect(await stored()).toEqual(before)
  expect((await namingCalls(admin, usualInputs)).length).toBeGreaterThan(20)
})
