import { bulkApi } from '@tradewind/contract/operations/bulk.contract'
import { contentApi } from '@tradewind/contract/site/content.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { contentCalls } from '../../../test/content/content.ts'

let app: TestApp
let chief: TestUser
/** May not publish. */
let clerk: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN', { permissions: ['XG_ADMIN'] })
  clerk = await app.someone('ROLE_ADMIN', { permissions: ['XG_ADMIN'] })
})
afterAll(() => app.close())

const write = (who: TestUser, over: object = {}) => contentCalls(app).write(who, over)
const ids = (...records: { uniqueId: string }[]) => records.map(({ uniqueId }) => uniqueId)
const change = (who: TestUser, input: z.input<typeof bulkApi.changeContent.input>) =>
  app.as(who).call(bulkApi.changeContent, input)
const undo = (uniqueId: string, who: TestUser) => app.as(who).call(bulkApi.undo, { uniqueId })
const read = (uniqueId: string) => app.as(chief).call(contentApi.get, { uniqueId })

/** The notices of content that was submitted, of this user. */
const noticesOf = ({ uniqueId }: TestUser) =>
  app.asOwner(
    `select "values"->>'number' as number, path from notification where user_id = $1 and subject = '{by} submitted content for review'`,
    [uniqueId],
  )

test('the category, sub-categories and monetization of content are set, and what follows from them; Undo puts them back', async () => {
  const [one, two] = [await write(chief, { title: 'One' }), await write(chief, { title: 'Two', isPaidContent: true })]
  const input = { ids: ids(one, two), change: { isPaidContent: true } }
  expect(await change(chief, { ...input, dryRun: true })).toMatchObject({ total: 2, changes: 1, same: 1, refused: 0 })
  const { operation } = await change(chief, input)
  expect(operation).toMatchObject({ changed: 1, same: 1, kind: 'content', fields: ['isPaidContent'] })
  // Visitors no longer read it, nor find it by its words.
  expect(await app.as(undefined).call(contentApi.get, { uniqueId: one.uniqueId })).toMatchObject({ isOpen: false, content: null })
  expect(await app.as(undefined).call(contentApi.list, { q: 'label each pallet', page: 0 })).toEqual([])
  expect(await undo(operation!.uniqueId, chief)).toMatchObject({ restored: 1, left: 0 })
  expect(await app.as(undefined).call(contentApi.get, { uniqueId: one.uniqueId })).toMatchObject({ isOpen: true })

  const trained = await change(chief, { ids: ids(one), change: { articleTypes: ['TRAINING_SESSION'] } })
  expect(await app.as(undefined).call(contentApi.get, { uniqueId: one.uniqueId })).toMatchObject({ isOpen: false })
  await undo(trained.operation!.uniqueId, chief)
  await change(chief, { ids: ids(one, two), change: { category: 'SALES_EFFECTIVENESS' } })
  expect([await read(one.uniqueId), await read(two.uniqueId)]).toMatchObject([
    { category: 'SALES_EFFECTIVENESS', articleTypes: ['MARKET_INSIGHT'] },
    { category: 'SALES_EFFECTIVENESS', articleTypes: ['MARKET_INSIGHT'] },
  ])
})

test('drafts are published at once, and withdrawn by Undo as if they had not been', async () => {
  const [draft, shown] = [await write(chief, { title: 'Draft', status: 'DRAFT' }), await write(chief, { title: 'Shown' })]
  const { operation } = await change(chief, { ids: ids(draft, shown), change: { status: 'PUBLISHED' } })
  expect(operation).toMatchObject({ changed: 1, same: 1 })
  expect(await app.as(undefined).call(contentApi.get, { uniqueId: draft.uniqueId })).toMatchObject({ title: 'Draft' })
  expect((await read(shown.uniqueId)).shownFrom).toBe(shown.shownFrom)
  expect(await undo(operation!.uniqueId, chief)).toMatchObject({ restored: 1 })
  expect(await read(draft.uniqueId)).toMatchObject({ status: 'DRAFT', shownFrom: null })
  const withdrawn = await change(chief, { ids: ids(shown), change: { status: 'DRAFT' } })
  await expect(app.as(undefined).call(contentApi.get, { uniqueId: shown.uniqueId })).rejects.toMatchObject({ status: 404 })
  await undo(withdrawn.operation!.uniqueId, chief)
  expect(await read(shown.uniqueId)).toMatchObject({ status: 'PUBLISHED', shownFrom: shown.shownFrom })
})

test('drafts with a publish time ahead that are published at once are announced when it is reached, as if published alone', async () => {
  const publishAt = new Date(Date.now() + 3_600_000).toISOString()
  const [later, now] = [
    await write(chief, { title: 'Later draft', status: 'DRAFT', publishAt }),
    await write(chief, { title: 'Draft for now', status: 'DRAFT' }),
  ]
  const scheduled = () =>
    app.asOwner<{ id: string; isAtHour: boolean }>(
      `select data->>'contentId' as id, start_after between now() + interval '50 minutes' and now() + interval '70 minutes' as "isAtHour"
       from pgboss.job where name = 'content.publish' and data->>'contentId' = any($1)`,
      [ids(later, now)],
    )
  expect(await scheduled()).toEqual([])
  await change(chief, { ids: ids(later, now), change: { status: 'PUBLISHED' } })
  expect((await read(later.uniqueId)).shownFrom).toBe(publishAt)
  expect(await scheduled()).toEqual([{ id: later.uniqueId, isAtHour: true }])
})

test('who may not publish changes only their own content that is not published, also by Undo', async () => {
  const [mine, theirs] = [await write(clerk, { title: 'Mine' }), await write(chief, { title: 'Theirs', status: 'DRAFT' })]
  const published = await write(clerk, { title: 'Published' })
  await app.as(chief).call(contentApi.approve, { uniqueId: published.uniqueId, approved: true })
  const all = ids(mine, theirs, published)
  const input = { ids: all, change: { category: 'PRODUCTIVITY_IMPROVEMENTS' as const } }
  expect((await change(clerk, { ...input, dryRun: true })).refusedExamples).toEqual(['Published', 'Theirs'])
  const { operation } = await change(clerk, input)
  expect(operation).toMatchObject({ changed: 1, refused: 2 })
  await expect(change(clerk, { ids: ids(mine), change: { status: 'PUBLISHED' } })).rejects.toMatchObject({
    status: 422,
    data: { status: 'A tenant admin publishes it. Submit it for review.' },
  })
  await app.as(chief).call(contentApi.approve, { uniqueId: mine.uniqueId, approved: true })
  expect(await undo(operation!.uniqueId, clerk)).toMatchObject({ restored: 0, left: 1, leftExamples: ['Mine'] })
  expect(await read(mine.uniqueId)).toMatchObject({ category: 'PRODUCTIVITY_IMPROVEMENTS', status: 'PUBLISHED' })
})

test('many are submitted for review at once, also by who may not publish; who may approve is notified once, and Undo makes them drafts', async () => {
  const drafts = [
    await write(clerk, { title: 'First', status: 'DRAFT' }),
    await write(clerk, { title: 'Second', status: 'DRAFT' }),
  ]
  const waiting = await write(clerk, { title: 'Waiting' })
  const { operation } = await change(clerk, { ids: ids(...drafts, waiting), change: { status: 'IN_REVIEW' } })
  expect(operation).toMatchObject({ changed: 2, same: 1, refused: 0 })
  expect(await read(drafts[0]!.uniqueId)).toMatchObject({ status: 'IN_REVIEW' })
  expect(await noticesOf(chief)).toEqual([{ number: '2', path: 'content/approve' }])
  expect(await noticesOf(clerk)).toEqual([])
  expect(await undo(operation!.uniqueId, clerk)).toMatchObject({ restored: 2 })
  expect(await read(drafts[1]!.uniqueId)).toMatchObject({ status: 'DRAFT' })
})

test('all that match the list’s filters and search words are changed, also by the words of a body that is paid', async () => {
  const paid = { isPaidContent: true, content: '<p>Zanzibar cloves by the sack, and how to buy them.</p>' }
  const [one, two] = [await write(chief, { ...paid, title: 'A', status: 'DRAFT' }), await write(chief, { ...paid, title: 'B' })]
  const list = (filters: object) => app.as(chief).call(contentApi.list, { status: 'ALL', bodies: 'false', page: 0, ...filters })
  for (const filters of [
    { q: 'by the sack' },
    { q: 'by the sack', contentType: 'TEXT', subscription: 'PAID', category: 'GLOBAL_SOURCING' },
    { q: 'by the sack', where: 'status:is:DRAFT' },
    { q: 'by the sack', status: 'PUBLISHED' },
    { subscription: 'FREE' },
    { contentType: 'AUDIO' },
  ] as const) {
    const { length } = await list(filters)
    const matching = { status: 'ALL' as const, bodies: 'false' as const, ...filters }
    const preview = await change(chief, { matching, change: { category: 'SALES_EFFECTIVENESS' }, dryRun: true })
    expect([filters, preview.total]).toEqual([filters, length])
  }
  const removed = await app
    .as(chief)
    .call(bulkApi.removeContent, { matching: { status: 'ALL', bodies: 'false', q: 'by the sack', count: 2 } })
  expect(removed.operation).toMatchObject({ changed: 2, action: 'DELETE' })
  await expect(read(one.uniqueId)).rejects.toMatchObject({ status: 404 })
  expect(await undo(removed.operation!.uniqueId, chief)).toMatchObject({ restored: 2 })
  expect(await read(two.uniqueId)).toMatchObject({ title: 'B', status: 'PUBLISHED' })
})
