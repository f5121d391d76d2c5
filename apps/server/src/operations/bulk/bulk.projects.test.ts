import { eventApi, eventInvitationApi } from '@tradewind/contract/crm/event.contract'
import { meetingReportApi } from '@tradewind/contract/crm/meetingReport.contract'
import { projectApi, projectCompanyApi } from '@tradewind/contract/crm/project.contract'
import { customFieldApi } from '@tradewind/contract/kit/custom/custom.contract'
import { bulkApi } from '@tradewind/contract/operations/bulk.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { crmCalls } from '../../../test/crm/crm.ts'

let app: TestApp
let chief: TestUser
let clerk: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
  clerk = await app.someone('ROLE_ADMIN')
})
afterAll(() => app.close())

const as = (who: TestUser) => crmCalls(app, who)
const ids = (...records: { uniqueId: string }[]) => records.map(({ uniqueId }) => uniqueId)
const undo = (uniqueId: string, who = chief) => app.as(who).call(bulkApi.undo, { uniqueId })
const place = (uniqueId: string) => app.as(chief).call(projectCompanyApi.get, { uniqueId })

/** This number of companies in a new project of a user. */
const places = async (count: number, who = chief, over: object = {}) => {
  const project = await as(who).project(over)
  const companies = await Promise.all(Array.from({ length: count }, () => as(chief).company()))
  const made = []
  for (const { uniqueId } of companies) made.push(await as(who).place(project.uniqueId, uniqueId, { potential: 'LOW' }))
  return { project, made }
}

test('sets the level of companies of a project, those that one may change; Undo puts back what is unchanged since', async () => {
  const [{ made }, other] = [await places(2, clerk), await places(1)]
  const [one, two] = made
  const input = { ids: ids(...made, ...other.made), change: { priority: 'HIGH' as const } }
  const counted = { total: 3, changes: 2, same: 0, refused: 1 }
  expect(await app.as(clerk).call(bulkApi.changeProjectCompanies, { ...input, dryRun: true })).toMatchObject(counted)
  const { operation } = await app.as(clerk).call(bulkApi.changeProjectCompanies, input)
  expect(operation).toMatchObject({ changed: 2, refused: 1, kind: 'projectCompany', fields: ['priority'] })
  expect(await place(one!.uniqueId)).toMatchObject({ priority: 'HIGH', potential: 'LOW' })
  expect((await place(other.made[0]!.uniqueId)).priority).toBeNull()
  await app.as(clerk).call(projectCompanyApi.update, { uniqueId: two!.uniqueId, priority: 'MEDIUM' })
  expect(await undo(operation!.uniqueId, clerk)).toMatchObject({ restored: 1, left: 1 })
  expect([(await place(one!.uniqueId)).priority, (await place(two!.uniqueId)).priority]).toEqual([null, 'MEDIUM'])
})

test('a next contact that is set stays, one that is cleared follows the reports again, and Undo knows both', async () => {
  const { made, project } = await places(2)
  const [one, two] = ids(...made) as [string, string]
  const person = await as(chief).contact(made[0]!.companyUID)
  const report = { date: '2031-05-06', attendees: [person.uniqueId], companyUID: made[0]!.companyUID, eventType: 'CALL' as const }
  await app.as(chief).call(meetingReportApi.create, report)
  await app.as(chief).call(projectCompanyApi.update, { uniqueId: two, nextContact: '2031-01-01' })
  const days = async () => [(await place(one)).nextContact, (await place(two)).nextContact]
  expect(await days()).toEqual(['2031-05-06', '2031-01-01'])
  const set = async (nextContact: string | null) => {
    const matching = { projectId: project.uniqueId, count: 2 }
    return (await app.as(chief).call(bulkApi.changeProjectCompanies, { matching, change: { nextContact } })).operation!
  }
  const given = await set('2031-03-03')
  await app.as(chief).call(meetingReportApi.create, { ...report, date: '2031-02-02' })
  expect([given.fields, await days()]).toEqual([['nextContact'], ['2031-03-03', '2031-03-03']])
  const cleared = await set(null)
  expect(await days()).toEqual(['2031-02-02', null])
  expect(await undo(cleared.uniqueId)).toMatchObject({ restored: 2, left: 0 })
  expect(await days()).toEqual(['2031-03-03', '2031-03-03'])
  expect(await undo(given.uniqueId)).toMatchObject({ restored: 2, left: 0 })
  expect(await days()).toEqual(['2031-02-02', '2031-01-01'])
  await app.as(chief).call(meetingReportApi.create, { ...report, date: '2030-02-02' })
  expect(await days()).toEqual(['2030-02-02', '2031-01-01'])
  const same = { ids: [one], change: { nextContact: null }, dryRun: true }
  expect(await app.as(chief).call(bulkApi.changeProjectCompanies, same)).toMatchObject({ changes: 0, same: 1 })
})

test('sets a field of the tenant in companies of a project, and removes them; Undo restores them', async () => {
  const { made, project } = await places(2)
  const definition = { kind: 'projectCompany' as const, label: 'Wave', type: 'TEXT' as const }
  const { key } = await app.as(chief).call(customFieldApi.create, definition)
  const change = { custom: { [key]: 'First' } }
  const { operation } = await app.as(chief).call(bulkApi.changeProjectCompanies, { ids: ids(...made), change })
  expect((await place(made[1]!.uniqueId)).custom).toEqual({ [key]: 'First' })
  await undo(operation!.uniqueId)
  const removed = await app.as(chief).call(bulkApi.removeProjectCompanies, { ids: ids(...made) })
  const listed = () => app.as(chief).call(projectCompanyApi.ofProject, { projectId: project.uniqueId, page: 0 })
  expect(await listed()).toEqual([])
  await undo(removed.operation!.uniqueId)
  expect(await listed()).toMatchObject([{ custom: {} }, { custom: {} }])
})

test('levels 1 to 3 change no companies of a project, not even of one that is shared with them', async () => {
  const level3 = await app.someone('ROLE_LEVEL3')
  const { made } = await places(1, chief, { sharedWith: [level3.uniqueId] })
  const input = { ids: ids(...made), change: { priority: 'HIGH' as const } }
  await expect(app.as(level3).call(bulkApi.changeProjectCompanies, input)).rejects.toMatchObject({ status: 403 })
  await expect(app.as(level3).call(bulkApi.removeProjectCompanies, { ids: input.ids })).rejects.toMatchObject({ status: 403 })
})

test('sets the End Date of projects and clears it', async () => {
  const [one, two] = [await as(chief).project({ endDate: '2030-01-01' }), await as(chief).project()]
  const endDates = () =>
    Promise.all(ids(one, two).map(async (uniqueId) => (await app.as(chief).call(projectApi.get, { uniqueId })).endDate))
  const set = (endDate: string | null) => app.as(chief).call(bulkApi.changeProjects, { ids: ids(one, two), change: { endDate } })
  const { operation } = await set('2031-12-31')
  expect([operation!.fields, await endDates()]).toEqual([['endDate'], ['2031-12-31', '2031-12-31']])
  await undo(operation!.uniqueId)
  expect(await endDates()).toEqual(['2030-01-01', null])
  await set(null)
  expect(await endDates()).toEqual([null, null])
})

test('events are changed and deleted by those who may, and their guests are told as after a single change', async () => {
  const event = (who: TestUser) =>
    app.as(who).call(eventApi.create, {
      title: `Fair ${crypto.randomUUID()}`,
      description: 'A fair',
      eventDateTime: '2031-05-01T09:00:00.000Z',
      location: 'Hall 1',
      organizer: 'Sample',
      organizerContact: 'events@sample.example',
    })
  const [mine, foreign] = [await event(clerk), await event(chief)]
  await app.as(clerk).call(eventInvitationApi.invite, { uniqueId: mine.uniqueId, addresses: ['guest@sample.example'] })
  const letters = async () => {
    const [row] = await app.asOwner<{ letters: number }>('select letters from event_invitation where event_id = $1', [
      mine.uniqueId,
    ])
    return row!.letters
  }
  const input = { ids: ids(mine, foreign) }
  const moved = await app.as(clerk).call(bulkApi.changeEvents, { ...input, change: { location: 'Hall 2' } })
  expect([moved, await letters()]).toMatchObject([{ changes: 1, refused: 1, refusedExamples: [foreign.title] }, 2])
  const { operation } = await app.as(clerk).call(bulkApi.removeEvents, input)
  expect([operation, await letters()]).toMatchObject([{ changed: 1, refused: 1 }, 3])
  expect(await undo(operation!.uniqueId, clerk)).toMatchObject({ restored: 1 })
  expect((await app.as(clerk).call(eventApi.get, { uniqueId: mine.uniqueId })).location).toBe('Hall 2')
})
