import { trashApi } from '@tradewind/contract/operations/trash.contract'
import { auditApi } from '@tradewind/contract/platform/audit.contract'
import { contentApi } from '@tradewind/contract/site/content.contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { contentCalls } from '../../../test/content/content.ts'
import { contents } from '../schema/content.table.ts'
import { isVersionOf } from './translations.ts'

let app: TestApp
let content: ReturnType<typeof contentCalls>
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  content = contentCalls(app)
  admin = await app.someone('ROLE_TENANT_ADMIN', { permissions: ['XG_ADMIN'] })
})
afterAll(() => app.close())

let number = 0
/** An article in English, and its translations into these languages. */
const article = async <L extends 'de' | 'fr' | 'it' | 'es'>(...into: L[]) => {
  const name = `Piece ${++number}`
  const en = await content.write(admin, { title: `${name} en`, language: 'en' })
  const all = { en } as Record<L | 'en', typeof en>
  for (const language of into)
    all[language] = await content.write(admin, { title: `${name} ${language}`, language, translationOf: en.uniqueId })
  return { name, ...all }
}
const read = (uniqueId: string) => app.as(admin).call(contentApi.get, { uniqueId })
const languagesOf = async (uniqueId: string) => {
  const found = await read(uniqueId)
  return 'translations' in found ? found.translations.map(({ language }) => language) : undefined
}
const send = (change: Parameters<typeof content.change>[1]) => app.as(admin).send(contentApi.update, change)
/** The error of a change, field by field. */
const refused = async (change: Parameters<typeof send>[0]) => {
  const { statusCode, json } = await send(change)
  return [statusCode, json().data]
}
const remove = (uniqueId: string) => app.as(admin).call(contentApi.remove, { uniqueId })
const restore = (uniqueId: string) => app.as(admin).send(trashApi.restore, { kind: 'content', uniqueIds: [uniqueId] })

test('translations refer to the first language, whichever one is named, and everybody sees the published ones', async () => {
  const { en, de } = await article('de')
  const fr = await content.write(admin, { title: 'Third', language: 'fr', translationOf: de.uniqueId, status: 'DRAFT' })
  expect(fr).toMatchObject({ translationOf: { uniqueId: en.uniqueId, language: 'en' } })
  expect(await languagesOf(en.uniqueId)).toEqual(['fr', 'de'])
  expect(en).toMatchObject({ translationOf: null, translations: [] })
  const { translations } = await content.at(undefined, en.slug)
  expect(translations).toEqual([{ uniqueId: de.uniqueId, title: de.title, slug: de.slug, language: 'de' }])
  await content.change(admin, { uniqueId: fr.uniqueId, status: 'PUBLISHED' })
  expect((await content.at(undefined, de.slug)).translations.map(({ language }) => language)).toEqual(['en', 'fr'])
})

test('a translation can be unlinked, and linked to another article', async () => {
  const { en, de } = await article('de')
  await content.change(admin, { uniqueId: de.uniqueId, translationOf: null })
  expect([await languagesOf(en.uniqueId), await languagesOf(de.uniqueId)]).toEqual([[], []])
  const other = await article()
  expect(await content.change(admin, { uniqueId: de.uniqueId, translationOf: other.en.uniqueId })).toMatchObject({
    translations: [{ uniqueId: other.en.uniqueId }],
  })
  const trail = await app.as(admin).call(auditApi.list, { kind: 'content', page: 0, size: 50 })
  expect(trail.some(({ recordId, action }) => recordId === de.uniqueId && action === 'CHANGED')).toBe(true)
})

test('a language that already exists, the article itself and an article with translations are refused by field', async () => {
  const { name, en, de } = await article('de')
  const second = await article()
  const german = { uniqueId: second.en.uniqueId, language: 'de' as const, translationOf: en.uniqueId }
  expect(await refused(german)).toEqual([422, { translationOf: `“${name} de” is this article in the same language` }])
  expect(await refused({ uniqueId: second.en.uniqueId, translationOf: en.uniqueId })).toEqual([
    422,
    { translationOf: `“${name} en” is this article in the same language` },
  ])
  expect(await refused({ uniqueId: de.uniqueId, language: 'en' })).toEqual([
    422,
    { language: `“${name} en” is this article in the same language` },
  ])
  expect(await refused({ uniqueId: en.uniqueId, translationOf: en.uniqueId })).toEqual([
    422,
    { translationOf: 'An article cannot be a translation of itself' },
  ])
  expect(await refused({ uniqueId: en.uniqueId, translationOf: de.uniqueId })).toEqual([
    422,
    { translationOf: `“${name} de” is already a translation of this article` },
  ])
  expect(await refused({ uniqueId: en.uniqueId, language: 'it', translationOf: second.en.uniqueId })).toEqual([
    422,
    { translationOf: `“${name} de” is a translation of this article. Unlink it first.` },
  ])
  const nowhere = '00000000-0000-4000-8000-000000000000'
  expect(await refused({ uniqueId: de.uniqueId, translationOf: nowhere })).toEqual([
    422,
    { translationOf: 'Choose an article that is there' },
  ])
  expect(await languagesOf(en.uniqueId)).toEqual(['de'])
})

test('of twenty simultaneous links as the same language one succeeds, and no two articles name each other', async () => {
  const { en } = await article()
  const all = []
  for (let at = 0; at < 20; at++) all.push(await content.write(admin, { title: `Twin ${at}`, language: 'it' }))
  const answers = await Promise.all(all.map(({ uniqueId }) => send({ uniqueId, translationOf: en.uniqueId })))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(19)
  expect(await languagesOf(en.uniqueId)).toEqual(['it'])
  const [one, other] = [
    await content.write(admin, { title: 'One', language: 'es' }),
    await content.write(admin, { title: 'Two' }),
  ]
  await Promise.all([
    send({ uniqueId: one.uniqueId, translationOf: other.uniqueId }),
    send({ uniqueId: other.uniqueId, translationOf: one.uniqueId }),
  ])
  expect([await languagesOf(one.uniqueId), await languagesOf(other.uniqueId)]).toEqual([['en'], ['es']])
  const chains = await app.asOwner(
    `select from content c join content first on first.id = c.translation_of where first.translation_of is not null`,
  )
  expect(chains).toEqual([])
})

test('the database itself refuses a second translation in the same language', async () => {
  const { en, de } = await article('de')
  const { uniqueId } = await content.write(admin, { title: 'Past the code', language: 'de' })
  await expect(
    app.asOwner('update content set translation_of = $1 where id = $2', [en.uniqueId, uniqueId]),
  ).rejects.toMatchObject({ code: '23505' })
  await expect(app.asOwner(`update content set language = 'en' where id = $1`, [de.uniqueId])).rejects.toMatchObject({
    code: '23505',
  })
})

test('a list for a reader has each article once: in their language, otherwise the first one available', async () => {
  const { name, en, de, fr } = await article('de', 'fr')
  const found = async (reader: 'en' | 'de' | 'it' | undefined, q = name) =>
    (await content.list(undefined, { ...(reader && { reader }), q, sort: 'title', page: 0 })).map(({ title }) => title)
  expect(await found(undefined)).toEqual([de.title, en.title, fr.title])
  expect([await found('en'), await found('de'), await found('it')]).toEqual([[en.title], [de.title], [en.title]])
  expect(await found('en', fr.title)).toEqual([fr.title])
  await content.change(admin, { uniqueId: de.uniqueId, status: 'DRAFT' })
  expect(await found('de')).toEqual([en.title])
  await remove(en.uniqueId)
  expect(await found('en')).toEqual([fr.title])
})

test('related content is never the same article, and is in the reader’s language', async () => {
  const only = { category: 'SALES_EFFECTIVENESS' } as const
  const one = await content.write(admin, { title: 'Read now', language: 'en', ...only })
  await content.write(admin, { title: 'Jetzt lesen', language: 'de', translationOf: one.uniqueId, ...only })
  const next = await content.write(admin, { title: 'Read next', language: 'en', ...only })
  await content.write(admin, { title: 'Danach lesen', language: 'de', translationOf: next.uniqueId, ...only })
  const related = async (reader: 'de' | 'en') =>
    (await app.as(undefined).call(contentApi.slug, { slug: one.slug, reader })).related.map(({ title }) => title)
  expect((await related('de'))[0]).toBe('Danach lesen')
  expect((await related('en'))[0]).toBe('Read next')
  for (const reader of ['de', 'en'] as const) expect(await related(reader)).not.toContain('Jetzt lesen')
  expect(await related('de')).not.toContain('Read next')
})

test('translations stay when the first language is in the trash, and it can be restored unless its language is taken', async () => {
  const { en, de, fr } = await article('de', 'fr')
  await remove(en.uniqueId)
  expect(await read(de.uniqueId)).toMatchObject({ translationOf: { uniqueId: fr.uniqueId }, translations: [{ language: 'fr' }] })
  expect((await restore(en.uniqueId)).statusCode).toBe(200)
  expect(await languagesOf(de.uniqueId)).toEqual(['en', 'fr'])
  await remove(en.uniqueId)
  const again = await content.write(admin, { title: 'Again', language: 'en', translationOf: de.uniqueId })
  const { statusCode, json } = await restore(en.uniqueId)
  expect([statusCode, json().message]).toEqual([
    409,
    'Another article has its place in this language now. Unlink or delete that one first.',
  ])
  await content.change(admin, { uniqueId: again.uniqueId, translationOf: null })
  expect((await restore(en.uniqueId)).statusCode).toBe(200)
})

test('when an article becomes a translation of another, its translations in the trash follow it', async () => {
  const { en, de } = await article('de')
  await remove(de.uniqueId)
  const other = await content.write(admin, { title: 'The other', language: 'fr' })
  await content.change(admin, { uniqueId: en.uniqueId, translationOf: other.uniqueId })
  await restore(de.uniqueId)
  expect(await languagesOf(other.uniqueId)).toEqual(['en', 'de'])
})

test('when the first language is purged, the other translations stay linked', async () => {
  const { en, de, fr } = await article('de', 'fr')
  await remove(en.uniqueId)
  await app.asOwner(`update content set deleted_at = now() - interval '31 days' where id = $1`, [en.uniqueId])
  await app.clock('records.sweep')
  expect(await app.asOwner('select from content where id = $1', [en.uniqueId])).toEqual([])
  expect([await languagesOf(de.uniqueId), await languagesOf(fr.uniqueId)]).toEqual([['fr'], ['de']])
  expect((await send({ uniqueId: fr.uniqueId, language: 'de' })).statusCode).toBe(422)
})

test('another tenant’s article can not be translated', async () => {
  const { uniqueId: tenantId } = await app.tenant('Elsewhere', { domainName: 'translations.test' })
  const chief = await app.someone('ROLE_TENANT_ADMIN', { tenantId, permissions: ['XG_ADMIN'] })
  const { en } = await article()
  const foreign = { title: 'Fremd', language: 'de', translationOf: en.uniqueId } as const
  await expect(content.write(chief, foreign)).rejects.toMatchObject({ status: 422, data: { translationOf: expect.anything() } })
})

test('the versions of an article are found by indexes', async () => {
  const { en, de } = await article('de')
  const db = app.appContext.db.as({ tenantId: admin.tenantId, partitionId: admin.partitionId })
  const { rows: columns } = await db.execute<{ name: string }>(
    sql`select column_name as name from information_schema.columns where table_name = 'content' and column_name not in ('id', 'slug', 'translation_of')`,
  )
  const names = columns.map(({ name }) => `"${name}"`).join()
  await app.asOwner(
    `insert into content (id, slug, ${names}) select gen_random_uuid(), 'row-' || n, ${names} from content, generate_series(1, 5_000) n where id = $1`,
    [en.uniqueId],
  )
  await app.asOwner('analyze content')
  const found = sql`from ${contents} where ${isVersionOf([en.uniqueId])} and ${contents.deletedAt} is null`
  const { rows } = await db.execute<{ 'QUERY PLAN': string }>(sql`explain select ${found}`)
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('BitmapOr')
  const versions = await db.execute<{ id: string }>(sql`select ${contents.uniqueId} ${found}`)
  expect(versions.rows.map(({ id }) => id).toSorted()).toEqual([en.uniqueId, de.uniqueId].toSorted())
  await app.asOwner(`delete from content where slug like 'row-%'`, [])
})
