import { companyApi } from '@tradewind/contract/crm/company.contract'
import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { meetingReportApi } from '@tradewind/contract/crm/meetingReport.contract'
import { nextStepsApi } from '@tradewind/contract/crm/nextSteps.contract'
import { projectApi, projectCompanyApi } from '@tradewind/contract/crm/project.contract'
import { bulkApi } from '@tradewind/contract/operations/bulk.contract'
import { trashApi } from '@tradewind/contract/operations/trash.contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { crmCalls } from '../../../test/crm/crm.ts'

let app: TestApp
let chief: TestUser
let clerk: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
  clerk = await app.someone('ROLE_ADMIN', { firstName: 'Cleo' })
})
afterAll(() => app.close())

const as = (who: TestUser) => crmCalls(app, who)
const ids = (...records: { uniqueId: string }[]) => records.map(({ uniqueId }) => uniqueId)
const company = (uniqueId: string) => app.as(chief).call(companyApi.get, { uniqueId })
const undo = (uniqueId: string, who = chief) => app.as(who).call(bulkApi.undo, { uniqueId })

describe('fields', () => {
  test('a dry run reports what the call will do: records that change, stay the same, or belong to another user', async () => {
    const mine = [await as(clerk).company(), await as(clerk).company(), await as(clerk).company({ country: 'Italy' })]
    const other = await as(chief).company({ legalName: `The chief’s ${crypto.randomUUID()}` })
    const input = { ids: ids(...mine, other), change: { country: 'Italy' } }
    const told = await app.as(clerk).call(bulkApi.changeCompanies, { ...input, dryRun: true })
    const counted = { total: 4, changes: 2, same: 1, refused: 1, refusedExamples: [other.legalName] }
    expect(told).toEqual({ ...counted, belonging: [], operation: null })
    expect((await company(mine[0]!.uniqueId)).country).toBe('Germany')
    const became = await app.as(clerk).call(bulkApi.changeCompanies, input)
    expect(became).toMatchObject({ ...counted, operation: { state: 'DONE', changed: 2, kind: 'company', fields: ['country'] } })
    const countries = await Promise.all([...mine, other].map(async ({ uniqueId }) => (await company(uniqueId)).country))
    expect(countries).toEqual(['Italy', 'Italy', 'Italy', 'Germany'])
    const entries = await app.as(chief).call(companyApi.history, { uniqueId: mine[0]!.uniqueId, page: 0 })
    expect(entries[0]).toMatchObject({ action: 'CHANGED', changes: { country: { before: 'DE', after: 'IT' } } })
  })

  test('the language of contacts is set and cleared, and Undo puts it back', async () => {
    const { uniqueId: companyId } = await as(chief).company()
    const contacts = [await as(chief).contact(companyId), await as(chief).contact(companyId, { language: 'it' })]
    const languages = () =>
      Promise.all(contacts.map(async ({ uniqueId }) => (await app.as(chief).call(contactApi.get, { uniqueId })).language))
    const set = (language: 'de' | null) =>
      app.as(chief).call(bulkApi.changeContacts, { ids: ids(...contacts), change: { language } })
    await set('de')
    expect(await languages()).toEqual(['de', 'de'])
    const { operation } = await set(null)
    expect(await languages()).toEqual([null, null])
    await undo(operation!.uniqueId)
    expect(await languages()).toEqual(['de', 'de'])
  })

  test('changes are searchable and copied as after a single change, and Undo reverts them unless changed since', async () => {
    const [one, two, gone] = [await as(chief).company(), await as(chief).company(), await as(chief).company()]
    const person = await as(chief).contact(one.uniqueId)
    const input = { ids: ids(one, two, gone), change: { country: 'Norway' } }
    const { operation } = await app.as(chief).call(bulkApi.changeCompanies, input)
    const found = await app.as(chief).call(companyApi.list, { q: 'norway', page: 0 })
    expect(ids(...found).toSorted()).toEqual(ids(one, two, gone).toSorted())
    expect(await app.asOwner('select country from contact where id = $1', [person.uniqueId])).toEqual([{ country: 'NO' }])
    await app.as(chief).call(companyApi.update, { uniqueId: two.uniqueId, country: 'Spain' })
    await app.as(chief).call(companyApi.update, { uniqueId: one.uniqueId, address: 'Quay 1' })
    await app.as(chief).call(companyApi.remove, { uniqueId: gone.uniqueId })
    const undone = await undo(operation!.uniqueId)
    expect(undone).toMatchObject({ state: 'UNDONE', restored: 1, left: 2 })
    expect(undone.leftExamples.toSorted()).toEqual([two.legalName, gone.legalName].toSorted())
    expect(await company(one.uniqueId)).toMatchObject({ country: 'Germany', address: 'Quay 1' })
    expect((await company(two.uniqueId)).country).toBe('Spain')
    expect(await app.asOwner('select country from contact where id = $1', [person.uniqueId])).toEqual([{ country: 'DE' }])
    await expect(undo(operation!.uniqueId)).rejects.toMatchObject({ status: 409 })
  })

  test('changes of one field are undone in any order, and leave the values from before them', async () => {
    const of = await as(chief).company()
    const change = async (country: string) => {
      const { operation } = await app.as(chief).call(bulkApi.changeCompanies, { ids: ids(of), change: { country } })
      return operation!.uniqueId
    }
    const [first, second, third] = [await change('Norway'), await change('Spain'), await change('Italy')]
    expect(await undo(first)).toMatchObject({ restored: 0, left: 1 })
    expect(await undo(second)).toMatchObject({ restored: 0, left: 1 })
    expect((await company(of.uniqueId)).country).toBe('Italy')
    expect(await undo(third)).toMatchObject({ restored: 1, left: 0 })
    expect((await company(of.uniqueId)).country).toBe('Germany')
    const before = await change('Norway')
    await app.as(chief).call(companyApi.update, { uniqueId: of.uniqueId, country: 'France' })
    const after = await change('Spain')
    await undo(before)
    await undo(after)
    expect((await company(of.uniqueId)).country).toBe('France')
  })

  test('moves contacts to another company and back, with the company data they show', async () => {
    const [from, to] = [await as(chief).company(), await as(chief).company({ country: 'Spain' })]
    const people = [await as(chief).contact(from.uniqueId), await as(chief).contact(from.uniqueId)]
    const { operation } = await app
      .as(chief)
      .call(bulkApi.changeContacts, { ids: ids(...people), change: { companyId: to.uniqueId } })
    const get = () => app.as(chief).call(contactApi.get, { uniqueId: people[0]!.uniqueId })
    expect((await get()).company).toEqual({ uniqueId: to.uniqueId, legalName: to.legalName })
    await app.as(chief).call(companyApi.update, { uniqueId: from.uniqueId, legalName: `${from.legalName} AG` })
    expect(await undo(operation!.uniqueId)).toMatchObject({ restored: 2, left: 0 })
    expect((await get()).company).toEqual({ uniqueId: from.uniqueId, legalName: `${from.legalName} AG` })
  })

  test('assigns tasks to a staff user, who is notified once', async () => {
    const { summary } = await as(chief).met()
    const steps = [await as(chief).step(summary.uniqueId, chief.uniqueId), await as(chief).step(summary.uniqueId, chief.uniqueId)]
    const input = (assignedUser: string) => ({ ids: ids(...steps), change: { assignedUser } })
    const nobody = app.as(chief).call(bulkApi.changeNextSteps, input(crypto.randomUUID()))
    await expect(nobody).rejects.toMatchObject({ status: 422, data: { assignedUser: 'Choose one of the staff' } })
    const { operation } = await app.as(chief).call(bulkApi.changeNextSteps, input(clerk.uniqueId))
    const told = await app.asOwner('select subject, "values" from notification where user_id = $1 and subject like $2', [
      clerk.uniqueId,
      '%assigned you tasks%',
    ])
    expect(told).toEqual([{ subject: '{by} assigned you tasks', values: { by: chief.fullName, number: '2' } }])
    await undo(operation!.uniqueId)
    const { assignedUser } = await app.as(chief).call(nextStepsApi.get, { uniqueId: steps[0]!.uniqueId })
    expect(assignedUser.uniqueId).toBe(chief.uniqueId)
  })

  test.each([
    ['no record', { change: { country: 'Italy' } }, 'ids'],
    ['nothing to change', { ids: [crypto.randomUUID()], change: {} }, 'change'],
    ['a wrong value', { ids: [crypto.randomUUID()], change: { country: 'Atlantis' } }, 'change.country'],
    ['no count', { matching: {}, change: { country: 'Italy' } }, 'matching'],
  ])('%s is rejected at its field', async (_, input, field) => {
    const refused = app.as(chief).call(bulkApi.changeCompanies, input)
    await expect(refused).rejects.toMatchObject({ status: 422, data: { [field]: expect.any(String) } })
  })
})

test('shares projects with more people; Undo removes only the new shares', async () => {
  const [one, two] = [await as(chief).project({ sharedWith: [clerk.uniqueId] }), await as(chief).project()]
  const third = await app.someone('ROLE_LEVEL2')
  const input = { ids: ids(one, two), change: { share: [clerk.uniqueId, third.uniqueId] } }
  const { operation } = await app.as(chief).call(bulkApi.changeProjects, input)
  const sharedWith = async ({ uniqueId }: { uniqueId: string }) =>
    ids(...(await app.as(chief).call(projectApi.get, { uniqueId })).sharedWith).toSorted()
  const both = [clerk.uniqueId, third.uniqueId].toSorted()
  expect([await sharedWith(one), await sharedWith(two)]).toEqual([both, both])
  expect((await app.as(chief).call(bulkApi.changeProjects, { ...input, dryRun: true })).same).toBe(2)
  const told = await app.asOwner('select "values"->>\'number\' as number from notification where user_id = $1', [third.uniqueId])
  expect(told).toEqual([{ number: '2' }])
  expect(await undo(operation!.uniqueId)).toMatchObject({ restored: 2 })
  expect([await sharedWith(one), await sharedWith(two)]).toEqual([[clerk.uniqueId], []])
})

test('adding contacts to a project adds their company once, with the first as its main contact', async () => {
  const [acme, project] = [await as(chief).company(), await as(chief).project()]
  const people = [await as(chief).contact(acme.uniqueId), await as(chief).contact(acme.uniqueId)]
  await as(chief).report(acme.uniqueId, [people[0]!.uniqueId], { date: '2026-02-02' })
  const input = { ids: ids(...people), change: { addToProject: project.uniqueId } }
  expect(await app.as(chief).call(bulkApi.changeContacts, { ...input, dryRun: true })).toMatchObject({ changes: 1, same: 1 })
  const { operation } = await app.as(chief).call(bulkApi.changeContacts, input)
  expect(operation).toMatchObject({ changed: 1, same: 1 })
  const places = () => app.as(chief).call(projectCompanyApi.ofProject, { projectId: project.uniqueId, page: 0 })
  expect(await places()).toMatchObject([{ companyUID: acme.uniqueId, lastContact: '2026-02-02' }])
  expect(await undo(operation!.uniqueId)).toMatchObject({ restored: 1, left: 0 })
  expect(await places()).toEqual([])
  const foreign = app.as(clerk).call(bulkApi.changeContacts, input)
  await expect(foreign).rejects.toMatchObject({ status: 422, data: { addToProject: expect.any(String) } })
})

describe('deleting', () => {
  test('deletes dependent records too, and Undo restores both, except where a name is taken', async () => {
    const { company: acme, report } = await as(chief).met()
    const other = await as(chief).company()
    const input = { ids: ids(acme, other) }
    const told = await app.as(chief).call(bulkApi.removeCompanies, { ...input, dryRun: true })
    expect(told).toMatchObject({ total: 2, changes: 2, refused: 0 })
    expect(told.belonging.map(({ kind, count }) => [kind, count])).toEqual([
      ['contact', 1],
      ['meetingReport', 1],
      ['summary', 1],
    ])
    const { operation } = await app.as(chief).call(bulkApi.removeCompanies, input)
    await expect(app.as(chief).call(meetingReportApi.get, { uniqueId: report.uniqueId })).rejects.toMatchObject({ status: 404 })
    await as(chief).company({ legalName: other.legalName })
    expect(await undo(operation!.uniqueId)).toMatchObject({ restored: 1, left: 1, leftExamples: [other.legalName] })
    expect(await app.as(chief).call(meetingReportApi.get, { uniqueId: report.uniqueId })).toMatchObject({ summaries: 1 })
  })

  test('rejects records with dependent records of another user, and Undo skips records restored since', async () => {
    const [free, held] = [await as(clerk).company(), await as(clerk).company()]
    await as(chief).contact(held.uniqueId)
    const counted = { total: 2, changes: 1, refused: 1, refusedExamples: [held.legalName] }
    const input = { ids: ids(free, held) }
    expect(await app.as(clerk).call(bulkApi.removeCompanies, { ...input, dryRun: true })).toMatchObject(counted)
    const { operation, ...became } = await app.as(clerk).call(bulkApi.removeCompanies, input)
    expect(became).toMatchObject(counted)
    await app.as(chief).call(trashApi.restore, { kind: 'company', uniqueIds: ids(free) })
    expect(await undo(operation!.uniqueId, clerk)).toMatchObject({ restored: 0, left: 1 })
  })
})

test('ids of another tenant or partition reject the whole call with 404', async () => {
  const mine = await as(chief).company()
  const strangers = [await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId }), await app.someone('ROLE_PRO')]
  for (const stranger of strangers) {
    const theirs = await as(stranger).company()
    const input = { ids: ids(mine, theirs), change: { country: 'Italy' } }
    await expect(app.as(chief).call(bulkApi.changeCompanies, input)).rejects.toMatchObject({ status: 404 })
    const { operation } = await app.as(stranger).call(bulkApi.changeCompanies, { ids: ids(theirs), change: { country: 'Spain' } })
    await expect(undo(operation!.uniqueId)).rejects.toMatchObject({ status: 404 })
    expect(ids(...(await app.as(chief).call(bulkApi.list, {})))).not.toContain(operation!.uniqueId)
  }
  expect((await company(mine.uniqueId)).country).toBe('Germany')
})

test('users see and undo only their own operations; tenant admins can undo all', async () => {
  const mine = await as(chief).company()
  const { operation } = await app.as(chief).call(bulkApi.changeCompanies, { ids: ids(mine), change: { country: 'Italy' } })
  const { uniqueId } = operation!
  await expect(undo(uniqueId, clerk)).rejects.toMatchObject({ status: 404 })
  await expect(app.as(clerk).call(bulkApi.get, { uniqueId })).rejects.toMatchObject({ status: 404 })
  const second = await app.someone('ROLE_TENANT_ADMIN')
  expect(await undo(uniqueId, second)).toMatchObject({ restored: 1 })
})

const operationOf = (uniqueId: string) => app.as(chief).call(bulkApi.get, { uniqueId })
const payloadOf = async (operationId: string) => {
  const [found] = await app.asOwner<{ data: { operationId: string } }>(
    `select data from pgboss.job where name = 'bulk.take' and data->>'operationId' = $1 order by created_on desc limit 1`,
    [operationId],
  )
  return found!.data
}
const countIn = async (word: string, country: string) => {
  const [found] = await app.asOwner<{ count: number }>(
    'select count(*)::int from company where legal_name like $1 and country = $2 and deleted_at is null',
    [`${word} %`, country],
  )
  return found!.count
}

describe('more than 500', () => {
  /** One more than fits in one batch: two batches. */
  const many = 501
  /** This number of companies created by the chief, whose names begin with a unique word. */
  const companies = async (word: string) => {
    const first = await as(chief).company({ legalName: `${word} 0` })
    await app.asOwner(
      `insert into company (tenant_id, world_id, created_by, legal_name, name_key, country, country_key, website, company_type_list, search_text)
       select tenant_id, world_id, created_by, $2 || ' ' || n, lower($2) || ' ' || n, country, country_key, website, company_type_list,
         lower($2) || ' ' || n || E'\\ngermany' from company, generate_series(1, $3::int) n where id = $1`,
      [first.uniqueId, word, many - 1],
    )
    return first
  }

  test('are changed by a job, which resumes where it failed, and undone by a job', async () => {
    const first = await companies('Volume')
    const matching = { legalName: 'Volume' }
    const change = { country: 'Italy' }
    const told = await app.as(chief).call(bulkApi.changeCompanies, { matching, change, dryRun: true })
    expect(told).toMatchObject({ total: many, changes: many, same: 0, refused: 0 })
    const refused = app.as(chief).call(bulkApi.changeCompanies, { matching: { ...matching, count: 900 }, change })
    await expect(refused).rejects.toMatchObject({ status: 409 })
    const { operation } = await app.as(chief).call(bulkApi.changeCompanies, { matching: { ...matching, count: many }, change })
    expect(operation).toMatchObject({ state: 'PENDING', total: many, looked: 0 })
    const { uniqueId } = operation!
    await expect(undo(uniqueId)).rejects.toMatchObject({ status: 409 })

    // A locked row in the last batch makes it fail; the batch before stays committed.
    const [last] = await app.asOwner<{ id: string }>(
      `select ids[1] as id from bulk_batch where operation_id = $1 order by number desc limit 1`,
      [uniqueId],
    )
    await app.asOwner(
      `create function fail_once() returns trigger language plpgsql as 'begin if new.id = ''${last!.id}'' then raise exception ''no''; end if; return new; end'`,
    )
    await app.asOwner('create trigger fail_once before update on company for each row execute function fail_once()')
    const payload = await payloadOf(uniqueId)
    await expect(app.work('bulk.take', payload)).rejects.toThrow('Failed query')
    expect(await operationOf(uniqueId)).toMatchObject({ state: 'RUNNING', looked: 500, changed: 500 })
    await app.asOwner('drop trigger fail_once on company')
    await app.asOwner('drop function fail_once')
    await app.work('bulk.take', payload)
    expect(await operationOf(uniqueId)).toMatchObject({ state: 'DONE', looked: many, changed: many })
    await app.work('bulk.take', payload)
    expect(await countIn('Volume', 'IT')).toBe(many)
    const noted = await app.asOwner(
      `select count(*)::int as count from audit where kind = 'company' and action = 'CHANGED' and title like 'Volume %'`,
    )
    expect(noted).toEqual([{ count: many }])

    await app.as(chief).call(companyApi.update, { uniqueId: first.uniqueId, country: 'Spain' })
    expect(await undo(uniqueId)).toMatchObject({ state: 'UNDOING' })
    await app.work('bulk.take', await payloadOf(uniqueId))
    const left = { restored: many - 1, left: 1, leftExamples: ['Volume 0'] }
    expect(await operationOf(uniqueId)).toMatchObject({ state: 'UNDONE', ...left })
    expect(await countIn('Volume', 'DE')).toBe(many - 1)
  }, 60_000)

  test('who started a change or its Undo is notified of its end, once; of few records, nobody is', async () => {
    const [who, boss] = [await app.someone('ROLE_TENANT_ADMIN'), await app.someone('ROLE_TENANT_ADMIN')]
    const noticesOf = async ({ uniqueId }: TestUser) =>
      (await app.asOwner('select subject, content, "values", path from notification where user_id = $1 order by id', [
        uniqueId,
      ])) as object[]
    await companies('Notice')
    const change = { country: 'Italy' }
    const start = async (matching: { legalName: string; count: number }) =>
      (await app.as(who).call(bulkApi.changeCompanies, { matching, change })).operation!
    await start({ legalName: 'Notice 500', count: 1 })
    const { uniqueId } = await start({ legalName: 'Notice', count: many })
    const path = `bulk/list?operation=${uniqueId}`
    expect(await noticesOf(who)).toEqual([])
    const payload = await payloadOf(uniqueId)
    for (const _ of [1, 2]) await app.work('bulk.take', payload)
    const content = 'Records changed: {changed} of {total}.'
    const ended = {
      subject: 'The bulk change has ended',
      content,
      values: { changed: String(many - 1), total: String(many) },
      path,
    }
    expect(await noticesOf(who)).toEqual([ended])

    await app.as(boss).call(bulkApi.undo, { uniqueId })
    for (const _ of [1, 2]) await app.work('bulk.take', await payloadOf(uniqueId))
    expect(await noticesOf(who)).toEqual([ended])
    expect(await noticesOf(boss)).toMatchObject([
      { subject: 'The Undo of a bulk change has ended', values: { restored: String(many - 1), left: '0' }, path },
    ])

    const stopped = await start({ legalName: 'Notice', count: many })
    for (const _ of [1, 2]) await app.as(boss).call(bulkApi.cancel, { uniqueId: stopped.uniqueId })
    const failing = await start({ legalName: 'Notice', count: many })
    await app.giveUp('bulk.take', await payloadOf(failing.uniqueId))
    expect((await noticesOf(who)).slice(1)).toMatchObject([
      { subject: 'The bulk change has ended', content: 'It was cancelled.', path: `bulk/list?operation=${stopped.uniqueId}` },
      { subject: 'The bulk change has failed', content: 'Something went wrong on our side. What was changed can be undone.' },
    ])
    await app.asOwner(`update company set deleted_at = now() where legal_name like 'Notice %'`)
  }, 60_000)

  test('are deleted and restored by a job, which fails if its actor has lost the right', async () => {
    await companies('Crowd')
    const input = { matching: { legalName: 'Crowd', count: many } }
    const { operation } = await app.as(chief).call(bulkApi.removeCompanies, input)
    await app.work('bulk.take', await payloadOf(operation!.uniqueId))
    expect(await countIn('Crowd', 'DE')).toBe(0)
    await undo(operation!.uniqueId)
    await app.work('bulk.take', await payloadOf(operation!.uniqueId))
    expect(await countIn('Crowd', 'DE')).toBe(many)
    const leaving = await app.someone('ROLE_TENANT_ADMIN')
    const begun = await app.as(leaving).call(bulkApi.removeCompanies, input)
    await app.asOwner('update user_account set deleted_at = now() where id = $1', [leaving.uniqueId])
    await app.work('bulk.take', await payloadOf(begun.operation!.uniqueId))
    expect(await operationOf(begun.operation!.uniqueId)).toMatchObject({
      state: 'FAILED',
      problem: expect.stringContaining('no longer has the right'),
      isUndoStopped: false,
    })
    expect(await countIn('Crowd', 'DE')).toBe(many)
  }, 60_000)

  test('an Undo that fails is told from a change that fails, and can be continued', async () => {
    await companies('Throng')
    const matching = { legalName: 'Throng', count: many }
    const { operation } = await app.as(chief).call(bulkApi.removeCompanies, { matching })
    const { uniqueId } = operation!
    await app.work('bulk.take', await payloadOf(uniqueId))
    const leaving = await app.someone('ROLE_TENANT_ADMIN')
    await undo(uniqueId, leaving)
    await app.asOwner('update user_account set deleted_at = now() where id = $1', [leaving.uniqueId])
    await app.work('bulk.take', await payloadOf(uniqueId))
    expect(await operationOf(uniqueId)).toMatchObject({
      state: 'FAILED',
      problem: expect.stringContaining('no longer has the right'),
      isUndoStopped: true,
      changed: many,
      restored: 0,
      left: 0,
    })
    await undo(uniqueId)
    await app.work('bulk.take', await payloadOf(uniqueId))
    expect(await operationOf(uniqueId)).toMatchObject({ state: 'UNDONE', problem: null, isUndoStopped: false, restored: many })
  }, 60_000)
})
