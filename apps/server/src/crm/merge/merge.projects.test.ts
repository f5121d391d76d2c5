import { companyApi } from '@tradewind/contract/crm/company.contract'
import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { projectApi, projectCompanyApi } from '@tradewind/contract/crm/project.contract'
import { customFieldApi } from '@tradewind/contract/kit/custom/custom.contract'
import { trashApi } from '@tradewind/contract/operations/trash.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { mergeHelpers } from '../../../test/crm/mergeHelpers.ts'

let app: TestApp
let chief: TestUser
let crm: ReturnType<typeof mergeHelpers>
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
  crm = mergeHelpers(app, chief)
})
afterAll(() => app.close())

const call: ReturnType<TestApp['as']>['call'] = (...args) => app.as(chief).call(...args)
const merge = async (into: string, from: string) => (await call(companyApi.merge, { into, from: [from] })).merge
const placesOf = (projectId: string) => call(projectCompanyApi.ofProject, { projectId, page: 0 })
const restore = (uniqueId: string) => call(trashApi.restore, { kind: 'project', uniqueIds: [uniqueId] })

const marks = () => app.asOwner('select one_id, other_id from different_company order by 1, 2')

/** Two companies in one project, with these values. */
const bothInProject = async (stayingValues: object = {}, goingValues: object = {}) => {
  const [stays, goes, project] = [await crm.company(), await crm.company(), await crm.project()]
  await crm.place(project.uniqueId, stays.uniqueId, stayingValues)
  await crm.place(project.uniqueId, goes.uniqueId, goingValues)
  return { into: stays.uniqueId, from: goes.uniqueId, project: project.uniqueId }
}

test('a project that was in the trash while two of its companies were merged can be restored', async () => {
  const { into, from, project } = await bothInProject({ potential: 'LOW' }, { interest: 'HIGH' })
  await call(projectApi.remove, { uniqueId: project })
  const uniqueId = await merge(into, from)
  await restore(project)
  expect(await placesOf(project)).toMatchObject([{ companyUID: into, potential: 'LOW', interest: 'HIGH' }])
  await call(companyApi.unmerge, { uniqueId })
  expect(await placesOf(project)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ companyUID: into, potential: 'LOW', interest: null }),
      expect.objectContaining({ companyUID: from, potential: null, interest: 'HIGH' }),
    ]),
  )
})

test('undoing a merge lets both companies return with a project that is still in the trash', async () => {
  const { into, from, project } = await bothInProject()
  await call(projectApi.remove, { uniqueId: project })
  await call(companyApi.unmerge, { uniqueId: await merge(into, from) })
  await restore(project)
  expect((await placesOf(project)).map(({ companyUID }) => companyUID).toSorted()).toEqual([into, from].toSorted())
})

test('a company that stays in a project takes the own fields that it lacks there, and undoing the merge returns them', async () => {
  const define = (label: string) => call(customFieldApi.create, { kind: 'projectCompany', label, type: 'TEXT' })
  const [stage, remark] = [(await define('Stage')).key, (await define('Remark')).key]
  const { into, from, project } = await bothInProject(
    { custom: { [stage]: 'Offer' } },
    { custom: { [stage]: 'Lost', [remark]: 'Call in May' } },
  )
  const uniqueId = await merge(into, from)
  expect(await placesOf(project)).toMatchObject([{ companyUID: into, custom: { [stage]: 'Offer', [remark]: 'Call in May' } }])
  const found = await call(projectCompanyApi.ofProject, { projectId: project, page: 0, where: [`custom.${remark}:contains:may`] })
  expect(found).toHaveLength(1)
  await call(companyApi.unmerge, { uniqueId })
  const custom = new Map((await placesOf(project)).map((place) => [place.companyUID, place.custom]))
  expect(custom.get(into)).toEqual({ [stage]: 'Offer' })
  expect(custom.get(from)).toEqual({ [stage]: 'Lost', [remark]: 'Call in May' })
})

test('undoing a merge takes back a main contact of the other company, whoever changed the rest of the row since', async () => {
  const { into, from, project } = await bothInProject()
  const { uniqueId: mainContact } = await crm.contact(from)
  const places = async () => new Map((await placesOf(project)).map((place) => [place.companyUID, place]))
  await call(projectCompanyApi.update, { uniqueId: (await places()).get(from)!.uniqueId, mainContact, nextContact: '2199-01-01' })
  const uniqueId = await merge(into, from)
  const kept = (await places()).get(into)!
  expect(kept).toMatchObject({ mainContact: { uniqueId: mainContact }, nextContact: '2199-01-01' })
  await call(projectCompanyApi.update, { uniqueId: kept.uniqueId, priority: 'HIGH' })
  await call(companyApi.unmerge, { uniqueId })
  const back = await places()
  expect(back.get(into)).toMatchObject({ mainContact: null, priority: 'HIGH' })
  expect(back.get(from)).toMatchObject({ mainContact: { uniqueId: mainContact }, nextContact: '2199-01-01' })
})

test('undoing a merge takes back a main contact of the other company who was merged into another since', async () => {
  const { into, from, project } = await bothInProject()
  const [person, remaining] = [await crm.contact(from), await crm.contact(into)]
  const place = (await placesOf(project)).find(({ companyUID }) => companyUID === from)!
  await call(projectCompanyApi.update, { uniqueId: place.uniqueId, mainContact: person.uniqueId })
  const uniqueId = await merge(into, from)
  const people = await call(contactApi.merge, { into: remaining.uniqueId, from: [person.uniqueId] })
  expect(await placesOf(project)).toMatchObject([{ companyUID: into, mainContact: { uniqueId: remaining.uniqueId } }])
  await call(companyApi.unmerge, { uniqueId })
  await call(contactApi.unmerge, { uniqueId: people.merge })
  const contacts = new Map((await placesOf(project)).map((one) => [one.companyUID, one.mainContact?.uniqueId]))
  expect(contacts).toEqual(
    new Map([
      [into, undefined],
      [from, person.uniqueId],
    ]),
  )
})

test('undoing a merge removes the marks “not a duplicate” that the remaining record got by it', async () => {
  const [one, other, third, fourth] = [await crm.company(), await crm.company(), await crm.company(), await crm.company()]
  const [into, from] = [one.uniqueId, other.uniqueId]
  await call(companyApi.notDuplicates, { uniqueIds: [into, third.uniqueId] })
  await call(companyApi.notDuplicates, { uniqueIds: [from, third.uniqueId] })
  await call(companyApi.notDuplicates, { uniqueIds: [from, fourth.uniqueId] })
  const before = await marks()
  await call(companyApi.unmerge, { uniqueId: await merge(into, from) })
  expect(await marks()).toEqual(before)
})

test('undoing a merge is rejected with the name if another company has taken the previous name of the one that stays', async () => {
  const [one, other] = [await crm.company(), await crm.company()]
  const [into, from] = [one.uniqueId, other.uniqueId]
  const { merge: uniqueId } = await call(companyApi.merge, { into, from: [from], fields: { legalName: from } })
  await crm.company({ legalName: one.legalName })
  const message = expect.stringContaining(one.legalName)
  await expect(call(companyApi.unmerge, { uniqueId })).rejects.toMatchObject({ status: 409, message })
})

/** A company into which two others, in one project with these values, were merged one after the other. */
const mergedTwice = async (oneValues: object = {}, otherValues: object = {}) => {
  const { into: one, from: other, project } = await bothInProject(oneValues, otherValues)
  const { uniqueId: stays } = await crm.company()
  return { stays, one, other, project, early: await merge(stays, one), late: await merge(stays, other) }
}

test('a merge is undone after a later one that combined the same place in a project', async () => {
  const { stays, one, other, project, early, late } = await mergedTwice({ potential: 'LOW' }, { interest: 'HIGH' })
  const combined = { companyUID: stays, potential: 'LOW', interest: 'HIGH' }
  expect(await placesOf(project)).toMatchObject([combined])
  await expect(call(companyApi.unmerge, { uniqueId: early })).rejects.toMatchObject({ status: 409 })
  expect(await placesOf(project)).toMatchObject([combined])
  for (const uniqueId of [late, early]) expect(await call(companyApi.unmerge, { uniqueId })).toMatchObject({ keptCount: 0 })
  expect(await placesOf(project)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ companyUID: one, potential: 'LOW', interest: null }),
      expect.objectContaining({ companyUID: other, potential: null, interest: 'HIGH' }),
    ]),
  )
})

test('a merge is undone after a later one that took nothing over from the other place in the same project', async () => {
  const { stays, project, early } = await mergedTwice()
  await expect(call(companyApi.unmerge, { uniqueId: early })).rejects.toMatchObject({ status: 409 })
  expect(await placesOf(project)).toMatchObject([{ companyUID: stays }])
})
