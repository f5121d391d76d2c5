import { trashApi } from '@tradewind/contract/operations/trash.contract'
import { notificationApi } from '@tradewind/contract/platform/notification.contract'
import { adminApi } from '@tradewind/contract/platform/user.contract'
import { contentApi } from '@tradewind/contract/site/content.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { articleInput, contentCalls, pictureHtml, VIDEO_URL } from '../../../test/content/content.ts'

let app: TestApp
let content: ReturnType<typeof contentCalls>
let chief: TestUser
let admin: TestUser
let clerk: TestUser
beforeAll(async () => {
  app = await testApp()
  content = contentCalls(app)
  const permissions = ['XG_ADMIN']
  chief = await app.someone('ROLE_SUPER_ADMIN')
  admin = await app.someone('ROLE_TENANT_ADMIN', { permissions })
  clerk = await app.someone('ROLE_ADMIN', { permissions })
})
afterAll(() => app.close())

const noticesOf = (who: TestUser) => app.as(who).call(notificationApi.list, { type: 'PUSH_WEB' })
const approve = (who: TestUser, uniqueId: string, approved = true, note?: string) =>
  app.as(who).call(contentApi.approve, { uniqueId, approved, ...(note && { note }) })
const PUBLISHES = { status: 422, data: { status: 'A tenant admin publishes it. Submit it for review.' } }

test('new content is paid text, and is published immediately if its writer may approve', async () => {
  for (const who of [chief, admin]) {
    const { isPaidContent: _, contentType: __, ...given } = articleInput({ title: 'Nine ports' })
    const made = await app.as(who).call(contentApi.create, given)
    expect(made).toMatchObject({ isPaidContent: true, contentType: 'TEXT', status: 'PUBLISHED', createdByName: who.fullName })
    expect(made.shownFrom).not.toBeNull()
  }
})

test('content that an admin writes waits for review, and they can not publish it', async () => {
  const made = await content.write(clerk)
  expect(made).toMatchObject({ status: 'IN_REVIEW', shownFrom: null })
  await expect(content.write(clerk, { status: 'PUBLISHED' })).rejects.toMatchObject(PUBLISHES)
  await expect(content.change(clerk, { uniqueId: made.uniqueId, status: 'PUBLISHED' })).rejects.toMatchObject(PUBLISHES)
  await expect(approve(clerk, made.uniqueId)).rejects.toMatchObject({ status: 403 })
  expect(await content.write(clerk, { status: 'DRAFT' })).toMatchObject({ status: 'DRAFT' })
})

test('every other role, and actors without the permission, can neither write nor see unpublished content', async () => {
  const made = await content.write(admin, { status: 'DRAFT' })
  const others = [await app.someone('ROLE_TENANT_ADMIN'), await app.someone('ROLE_ADMIN')]
  for (const role of ['ROLE_LEVEL3', 'ROLE_BUISNESS'] as const)
    others.push(await app.someone(role, { permissions: ['XG_ADMIN'] }))
  for (const who of others) {
    await expect(content.write(who)).rejects.toMatchObject({ status: 403 })
    await expect(content.change(who, { uniqueId: made.uniqueId, title: 'Mine' })).rejects.toMatchObject({ status: 403 })
    await expect(content.read(who, made.uniqueId)).rejects.toMatchObject({ status: 404 })
  }
  await expect(content.write(undefined as never)).rejects.toMatchObject({ status: 401 })
})

test('an admin can change and delete only their own content', async () => {
  const [theirs, mine] = [await content.write(admin), await content.write(clerk)]
  await expect(content.change(clerk, { uniqueId: theirs.uniqueId, title: 'Mine' })).rejects.toMatchObject({ status: 403 })
  await expect(app.as(clerk).call(contentApi.remove, { uniqueId: theirs.uniqueId })).rejects.toMatchObject({ status: 403 })
  await app.as(clerk).call(contentApi.remove, { uniqueId: mine.uniqueId })
  await expect(content.read(admin, mine.uniqueId)).rejects.toMatchObject({ status: 404 })
})

test('approvers are notified of a submission, and its writer of the decision', async () => {
  const { uniqueId } = await content.write(clerk, { title: 'Told' })
  const handed = { subject: `${clerk.fullName} submitted Told for review`, path: `content/show/${uniqueId}` }
  for (const who of [chief, admin]) expect((await noticesOf(who))[0]).toMatchObject(handed)
  const sent = await approve(admin, uniqueId, false, 'Name the ports')
  expect(sent).toMatchObject({ status: 'DRAFT', reviewNote: 'Name the ports', shownFrom: null })
  const back = { subject: `${admin.fullName} returned Told to you`, abbreviatedContentText: 'Name the ports' }
  expect((await noticesOf(clerk))[0]).toMatchObject({ ...back, path: `content/show/${uniqueId}` })
  const again = await content.change(clerk, { uniqueId, status: 'IN_REVIEW' })
  expect(again).toMatchObject({ status: 'IN_REVIEW', reviewNote: null })
  expect(await approve(admin, uniqueId)).toMatchObject({ status: 'PUBLISHED', reviewNote: null })
  expect((await noticesOf(clerk))[0]).toMatchObject({ subject: `${admin.fullName} published Told` })
  expect((await noticesOf(admin)).filter(({ path }) => path?.endsWith(uniqueId))).toHaveLength(2)
})

test('an approver can set from when the content is shown', async () => {
  const { uniqueId } = await content.write(clerk)
  const publishAt = '2031-01-01T00:00:00.000Z'
  const { message, data } = (await app.as(admin).send(contentApi.approve, { uniqueId, approved: true, publishAt })).json()
  expect(data).toMatchObject({ status: 'PUBLISHED', publishAt, shownFrom: publishAt })
  expect(message).toBe('It will be shown from its publish time.')
  expect((await noticesOf(clerk))[0]).toMatchObject({
    subject: `${admin.fullName} published ${data.title}`,
    abbreviatedContentText: 'It will be shown from its publish time.',
  })
})

test('scheduled content that is published earlier is dated by that moment, not by the moment when it was scheduled', async () => {
  const [scheduledAt, publishAt] = ['2020-01-01T00:00:00.000Z', '2031-01-01T00:00:00.000Z']
  const [edited, withdrawn, reviewed] = [
    await content.write(admin, { publishAt }),
    await content.write(admin, { publishAt }),
    await content.write(clerk, { publishAt }),
  ]
  await approve(admin, reviewed.uniqueId)
  await app.asOwner(`update content set published_at = $1 where publish_at = $2`, [scheduledAt, publishAt])
  const isNew = ({ shownFrom }: { shownFrom: string | null }) => shownFrom! > scheduledAt && shownFrom! < publishAt
  expect(isNew(await content.change(admin, { uniqueId: edited.uniqueId, publishAt: null }))).toBe(true)

  expect(await content.change(admin, { uniqueId: withdrawn.uniqueId, status: 'DRAFT' })).toMatchObject({ shownFrom: null })
  expect(isNew(await content.change(admin, { uniqueId: withdrawn.uniqueId, status: 'PUBLISHED', publishAt: null }))).toBe(true)

  await content.change(clerk, { uniqueId: reviewed.uniqueId, title: 'Corrected' })
  const approved = { uniqueId: reviewed.uniqueId, approved: true, publishAt: null }
  expect(isNew(await app.as(admin).call(contentApi.approve, approved))).toBe(true)

  const shown = await content.write(admin)
  await content.change(admin, { uniqueId: shown.uniqueId, status: 'DRAFT' })
  const again = await content.change(admin, { uniqueId: shown.uniqueId, status: 'PUBLISHED' })
  expect(again.shownFrom).toBe(shown.shownFrom)
})

test('a text of nearly 200 KB can be saved again as it was read, with the markup of its pictures on top', async () => {
  const picture = await pictureHtml(9, 9)
  const made = await content.write(admin, { content: `<p>${'a'.repeat(198_000)}</p>${picture.repeat(9)}` })
  expect(made.content!.length).toBeGreaterThan(200_000)
  expect(await content.change(admin, { uniqueId: made.uniqueId, content: made.content! })).toEqual(made)
})

test('a publish time may be centuries ahead', async () => {
  const publishAt = '2999-01-01T00:00:00.000Z'
  expect(await content.write(admin, { publishAt })).toMatchObject({ shownFrom: publishAt })
})

test('a writer who no longer may see content is told of the decision without a link, which would be refused', async () => {
  const writer = await app.someone('ROLE_ADMIN', { permissions: ['XG_ADMIN'] })
  const made = await content.write(writer)
  await app.asOwner('delete from user_permission where user_id = $1', [writer.uniqueId])
  await approve(admin, made.uniqueId)
  expect(await app.asOwner('select path from notification where user_id = $1', [writer.uniqueId])).toEqual([{ path: null }])
})

test('only content in review can be approved or returned', async () => {
  const { uniqueId } = await content.write(admin)
  for (const approved of [true, false]) await expect(approve(chief, uniqueId, approved)).rejects.toMatchObject({ status: 409 })
  const { uniqueId: draft } = await content.write(clerk, { status: 'DRAFT' })
  await expect(approve(chief, draft)).rejects.toMatchObject({ status: 409 })
})

test('an admin’s change to published content waits for review, but saving it unchanged does not', async () => {
  const { uniqueId } = await content.write(clerk)
  const out = await approve(admin, uniqueId)
  const same = {
    uniqueId,
    title: out.title,
    content: out.content!,
    articleTypes: out.articleTypes,
    status: out.status,
    publishAt: null,
  }
  expect(await content.change(clerk, same)).toEqual(out)
  expect(await content.change(clerk, { ...same, content: '<p>Book late.</p>' })).toMatchObject({ status: 'IN_REVIEW' })
  await expect(content.read(undefined, uniqueId)).rejects.toMatchObject({ status: 404 })
  expect(await approve(admin, uniqueId)).toMatchObject({ status: 'PUBLISHED', shownFrom: out.shownFrom })
  expect(await content.change(admin, { uniqueId, title: 'By the chief' })).toMatchObject({ status: 'PUBLISHED' })
  expect(await content.change(clerk, { uniqueId, status: 'DRAFT' })).toMatchObject({ status: 'DRAFT' })
})

test('a change based on an outdated version is refused with the current state', async () => {
  const made = await content.write(admin)
  const { uniqueId, updatedAt } = await content.change(admin, { uniqueId: made.uniqueId, title: 'Newer' })
  const late = { uniqueId, title: 'Older', updatedAt: made.updatedAt }
  await expect(content.change(chief, late)).rejects.toMatchObject({ status: 409, data: { title: 'Newer', updatedAt } })
  expect(await content.read(admin, uniqueId)).toMatchObject({ title: 'Newer' })
})

test('a change is recorded in the history, and deleted content is restored from the trash with its slug', async () => {
  const { uniqueId, slug } = await content.write(admin, { title: 'Kept in mind' })
  await content.change(admin, { uniqueId, category: 'SALES_EFFECTIVENESS' })
  await app.as(admin).call(contentApi.remove, { uniqueId })
  await expect(content.at(undefined, slug)).rejects.toMatchObject({ status: 404 })
  expect((await content.write(admin, { title: 'Kept in mind' })).slug).toBe('kept-in-mind-2')
  await app.as(admin).call(trashApi.restore, { kind: 'content', uniqueIds: [uniqueId] })
  expect(await content.at(undefined, slug)).toMatchObject({ uniqueId, category: 'SALES_EFFECTIVENESS', minutes: 1 })
  const entries = await app.as(admin).call(contentApi.history, { uniqueId })
  expect(entries.map(({ action }) => action)).toEqual(['RESTORED', 'DELETED', 'CHANGED', 'CREATED'])
  expect(entries[2]!.changes).toEqual({ category: { before: 'GLOBAL_SOURCING', after: 'SALES_EFFECTIVENESS' } })
})

test('content can not be restored from the trash under a title that nobody has reviewed', async () => {
  const { uniqueId } = await content.write(clerk)
  await approve(admin, uniqueId)
  await app.as(clerk).call(contentApi.remove, { uniqueId })
  const renamed = app.as(clerk).call(trashApi.restore, { kind: 'content', uniqueIds: [uniqueId], title: 'Never reviewed' })
  await expect(renamed).rejects.toMatchObject({ status: 422, data: { title: expect.any(String) } })
  await app.as(clerk).call(trashApi.restore, { kind: 'content', uniqueIds: [uniqueId] })
  expect(await content.read(undefined, uniqueId)).toMatchObject({ title: 'Shipping to Norway' })
})

test('the mandatory fields and limits of each content type are reported by field', async () => {
  const refusals: [object, object][] = [
    [
      { title: ' ', articleTypes: [] },
      { title: 'Title is required', articleTypes: 'Choose at least one sub-category' },
    ],
    ...['', '<p> </p>', '<p><script>1</script></p>'].map((none): [object, object] => [
      { content: none },
      { content: 'Content is required' },
    ]),
    [
      { contentType: 'VIDEO', content: '' },
      { content: 'Link is required', seoText: 'Description is required' },
    ],
    [{ contentType: 'AUDIO', content: VIDEO_URL, seoText: '<p></p>' }, { seoText: 'Description is required' }],
    [{ contentType: 'AUDIO', content: 'https://vimeo.com/1', seoText: 'x' }, { content: 'Enter a link to YouTube or Spotify' }],
    [{ content: `<p>${'ä'.repeat(110_000)}</p>` }, { content: 'Content can have 200 KB of text at most' }],
    [{ content: `<p>data:text/plain;base64,${'A'.repeat(220_000)}</p>` }, { content: 'Content can have 200 KB of text at most' }],
    [{ publishAt: '0000-01-01T00:00:00Z' }, { publishAt: 'Enter both day and time' }],
    [{ publishAt: '9999-01-01T00:00:00Z' }, { publishAt: 'Enter both day and time' }],
    [{ slug: 'mine' }, { slug: 'Unknown field' }],
  ]
  for (const [over, data] of refusals) await expect(content.write(admin, over)).rejects.toMatchObject({ status: 422, data })
})

const refused = async (given: object) => (await app.as(admin).send(contentApi.create, given)).json().data

test('all missing fields are reported in one answer, including the body', async () => {
  const rest = {
    title: 'Title is required',
    category: 'Choose a category',
    articleTypes: 'Choose at least one sub-category',
  }
  expect(await refused({})).toEqual({ ...rest, content: 'Content is required' })
  expect(await refused({ content: '<p>&nbsp;</p>' })).toEqual({ ...rest, content: 'Content is required' })
  expect(await refused({ content: '<p>a < b</p>' })).toEqual(rest)
  const media = { ...rest, content: 'Link is required', seoText: 'Description is required' }
  expect(await refused({ contentType: 'VIDEO' })).toEqual(media)
})

test('a text has no description, and a change of type is validated as a whole', async () => {
  const made = await content.write(admin, { seoText: '<p>Passed over</p>' })
  expect(made).toMatchObject({ seoText: null, embed: null })
  await expect(content.change(admin, { uniqueId: made.uniqueId, contentType: 'VIDEO' })).rejects.toMatchObject({ status: 422 })
  const media = { contentType: 'VIDEO' as const, content: VIDEO_URL, seoText: '<p onclick=x>Heard</p>' }
  expect(await content.change(admin, { uniqueId: made.uniqueId, ...media })).toMatchObject({
    content: VIDEO_URL,
    seoText: '<p>Heard</p>',
    minutes: null,
    embed: { host: 'YOUTUBE', url: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ' },
  })
})

test('the company name below is the writer’s brand, otherwise the tenant’s name', async () => {
  const made = await content.write(admin)
  expect(made.userCompanyName).toBe('Main')
  await app.as(admin).call(adminApi.updateBrandName, { uniqueId: admin.uniqueId, userCompanyName: 'Bergwald' })
  expect(await content.at(undefined, made.slug)).toMatchObject({ userCompanyName: 'Bergwald' })
})

test('a POST repeated with the same idempotency key creates one piece', async () => {
  const key = { 'idempotency-key': crypto.randomUUID() }
  const given = articleInput({ title: 'Only once' })
  const [first, again] = [
    await app.as(admin).call(contentApi.create, given, key),
    await app.as(admin).call(contentApi.create, given, key),
  ]
  expect(again).toEqual(first)
  expect(await content.list(admin, { q: 'only once', status: 'ALL' })).toHaveLength(1)
})
