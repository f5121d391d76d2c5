import { reviewAnswerApi } from '@tradewind/contract/trust/reviewAnswer.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { reviewFixture, type ReviewOwner, sameStars } from '../../../test/review/reviews.ts'

let app: TestApp
let reviews: ReturnType<typeof reviewFixture>
let ann: ReviewOwner
let asked: string[]
beforeAll(async () => {
  app = await testApp()
  reviews = reviewFixture(app)
  ann = await reviews.owner({ isPublic: true })
  asked = await reviews.questions(ann.tenantId, ann.reviewType)
})
afterAll(() => app.close())

const remarked = async (owner: ReviewOwner, said: { remarks?: string; remarksPublic?: boolean }, lastName = 'Lovelace') => {
  const { token, uniqueId } = await reviews.invite(owner, { lastName })
  await reviews.answer(owner, token, sameStars(asked, 4.5), said)
  return uniqueId
}
const toggle = (who: TestUser | undefined, uniqueId: string) => app.as(who).call(reviewAnswerApi.toggle, { uniqueId })
const reply = (who: TestUser, uniqueId: string, over: object) => app.as(who).call(reviewAnswerApi.reply, { uniqueId, ...over })
const publicRemarks = async (owner: ReviewOwner) =>
  (await app.as(undefined).call(reviewAnswerApi.detailsOf, { uniqueId: owner.uniqueId })).breakDownScore.remarks
const entriesOf = (uniqueId: string) =>
  app.asOwner('select action, kind, title, changes from audit where record_id = $1 order by id', [uniqueId])

const toggled = (before: boolean) => ({
  action: 'CHANGED',
  kind: 'review',
  title: 'Ada Özdemir',
  changes: { showAsTestimonial: { before, after: !before } },
})

test('PUT /api/review/toggleShowAsTestimonial/{id} publishes a public remark to everybody, and withdraws it', async () => {
  const uniqueId = await remarked(ann, { remarks: 'On time, every time', remarksPublic: true }, 'Özdemir')
  expect(await publicRemarks(ann)).toEqual([])
  expect(await toggle(ann, uniqueId)).toMatchObject({
    uniqueId,
    showAsTestimonial: true,
    contact: { firstName: 'Ada', lastName: 'Özdemir' },
  })
  const [shown, ...more] = await publicRemarks(ann)
  expect([shown, more]).toEqual([
    {
      uniqueId,
      updatedAt: expect.any(String),
      date: expect.any(String),
      contact: { firstName: 'Ada', lastName: 'Ö.' },
      score: 4.5,
      remark: 'On time, every time',
      remarkPublic: true,
      showAsTestimonial: true,
      ownerReply: null,
      isEarlier: false,
      viaLink: false,
      met: false,
      removed: null,
    },
    [],
  ])
  expect(await toggle(ann, uniqueId)).toMatchObject({ showAsTestimonial: false })
  expect(await publicRemarks(ann)).toEqual([])
  expect(await entriesOf(uniqueId)).toEqual([toggled(false), toggled(true)])
})

test('a private remark is never shown, and an answer without a remark can not be a testimonial', async () => {
  const hidden = await remarked(ann, { remarks: 'Between us: late', remarksPublic: false })
  const refused = { status: 422, message: 'This customer did not agree to publish the remark' }
  await expect(toggle(ann, hidden)).rejects.toMatchObject(refused)
  const silent = await remarked(ann, {})
  await expect(toggle(ann, silent)).rejects.toMatchObject({ status: 422, message: 'This answer has no remark' })
  expect(await publicRemarks(ann)).toEqual([])
})

test('only the owner can toggle a remark and reply to it', async () => {
  const uniqueId = await remarked(ann, { remarks: 'Fine', remarksPublic: true })
  const [neighbour, boss, foreigner, free] = [
    await reviews.owner(),
    await app.someone('ROLE_SUPER_ADMIN'),
    await reviews.owner({ tenantId: app.other.uniqueId }),
    await app.someone('ROLE_FREE'),
  ]
  for (const who of [neighbour, boss, foreigner]) {
    await expect(toggle(who, uniqueId)).rejects.toMatchObject({ status: 404 })
    await expect(reply(who, uniqueId, { ownerReply: 'Mine' })).rejects.toMatchObject({ status: 404 })
  }
  await expect(toggle(free, uniqueId)).rejects.toMatchObject({ status: 403 })
  await expect(toggle(undefined, uniqueId)).rejects.toMatchObject({ status: 401 })
  const chief = await reviews.owner({ role: 'ROLE_TENANT_ADMIN' })
  const ofStaff = await remarked(chief, { remarks: 'Fine', remarksPublic: true })
  await expect(toggle(await app.someone('ROLE_ADMIN'), ofStaff)).rejects.toMatchObject({ status: 404 })
  expect(await toggle(chief, ofStaff)).toMatchObject({ showAsTestimonial: true })
})

test('PATCH /api/review/ publishes a reply beneath a testimonial, and nowhere else; an empty one withdraws it', async () => {
  const bob = await reviews.owner({ isPublic: true })
  const uniqueId = await remarked(bob, { remarks: 'Kind people', remarksPublic: true })
  const replied = await reply(bob, uniqueId, { ownerReply: ' Thank you! ' })
  expect(replied).toMatchObject({ ownerReply: 'Thank you!', showAsTestimonial: false })
  expect(await publicRemarks(bob)).toEqual([])
  await toggle(bob, uniqueId)
  expect(await publicRemarks(bob)).toMatchObject([{ ownerReply: 'Thank you!' }])
  await reply(bob, uniqueId, { ownerReply: 'Thank you, Ada!' })
  expect(await publicRemarks(bob)).toMatchObject([{ ownerReply: 'Thank you, Ada!' }])
  expect(await reply(bob, uniqueId, { ownerReply: '' })).toMatchObject({ ownerReply: null })
  expect(await publicRemarks(bob)).toMatchObject([{ ownerReply: null }])
  const changed = (await entriesOf(uniqueId)) as { changes: object }[]
  expect(changed.map(({ changes }) => Object.keys(changes))).toEqual([
    ['ownerReply'],
    ['showAsTestimonial'],
    ['ownerReply'],
    ['ownerReply'],
  ])
})

test('a reply based on an outdated version is refused with the current state; the same words again change nothing', async () => {
  const uniqueId = await remarked(ann, { remarks: 'Kind people', remarksPublic: true })
  const first = await reply(ann, uniqueId, { ownerReply: 'One' })
  const second = await reply(ann, uniqueId, { ownerReply: 'Two', updatedAt: first.updatedAt })
  expect(await reply(ann, uniqueId, { ownerReply: 'Two' })).toEqual(second)
  const stale = reply(ann, uniqueId, { ownerReply: 'Three', updatedAt: first.updatedAt })
  await expect(stale).rejects.toMatchObject({ status: 409, data: second })
  expect(await entriesOf(uniqueId)).toHaveLength(2)
})

test('neither the stars, the words nor the writer of an answer can be changed', async () => {
  const uniqueId = await remarked(ann, { remarks: 'Kind people', remarksPublic: true })
  for (const [field, value] of Object.entries({
    score: 5,
    remark: 'Great',
    remarkPublic: true,
    showAsTestimonial: true,
    ratings: {},
  })) {
    const refused = reply(ann, uniqueId, { ownerReply: 'x', [field]: value })
    await expect(refused).rejects.toMatchObject({ status: 422, data: { [field]: 'Unknown field' } })
  }
  await expect(reply(ann, uniqueId, { ownerReply: 'x'.repeat(2001) })).rejects.toMatchObject({ status: 422 })
})

test('two simultaneous toggles run one after the other', async () => {
  const uniqueId = await remarked(ann, { remarks: 'Twice', remarksPublic: true })
  const both = await Promise.all([toggle(ann, uniqueId), toggle(ann, uniqueId)])
  expect(new Set(both.map(({ showAsTestimonial }) => showAsTestimonial))).toEqual(new Set([false, true]))
  expect(await app.asOwner('select from testimonial where id = $1', [uniqueId])).toEqual([])
})
