import { countryCodes, countryName, countryNameFormatter } from '@tradewind/contract/countries'
import { messageApi } from '@tradewind/contract/platform/message.contract'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fold } from '#kit/database/list'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'

let app: TestApp
let chief: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())

/** The one text with this English source in German. */
const german = async (key: string, who = chief) => {
  const found = await app.as(who).call(messageApi.list, { key, language: 'de' })
  return found.find((one) => one.key === key)!
}
const create = (key: string, text: string, who = chief) => app.as(who).call(messageApi.create, { key, language: 'de', text })
const inGerman = async (tenantId: string) =>
  app.as(undefined).call(messageApi.translations, { lang: 'de' }, { 'x-tenant': tenantId })

test('a changed text applies immediately, only in its language and tenant, until it is reset', async () => {
  const saved = await create('Mass Upload', ' Viele auf einmal ')
  expect(saved).toMatchObject({ key: 'Mass Upload', language: 'de', text: 'Viele auf einmal', isOverridden: true })
  expect(await app.as(chief).call(messageApi.get, { uniqueId: saved.uniqueId })).toEqual(saved)
  expect(await german('Mass Upload')).toEqual(saved)
  expect((await inGerman(app.main.uniqueId))['Mass Upload']).toBe('Viele auf einmal')
  expect((await inGerman(app.other.uniqueId))['Mass Upload']).toBe(saved.shipped)
  expect((await app.as(undefined).call(messageApi.translations, { lang: 'fr' }))['Mass Upload']).not.toBe('Viele auf einmal')

  await app.as(chief).call(messageApi.remove, { uniqueId: saved.uniqueId })
  expect((await inGerman(app.main.uniqueId))['Mass Upload']).toBe(saved.shipped)
  expect(await german('Mass Upload')).toEqual({ ...saved, text: saved.shipped, isOverridden: false, updatedAt: null })
})

test('the texts of a language have the names of all countries, by those on the wire; the tenants’ own texts do not', async () => {
  const texts = await inGerman(app.main.uniqueId)
  expect(countryCodes.filter((code) => texts[countryName(code)] !== countryNameFormatter('de')(code))).toEqual([])
  expect(['Germany', 'Hong Kong', 'United Kingdom', 'Kosovo'].map((name) => texts[name])).toEqual([
    'Deutschland',
    'Hongkong',
    'Vereinigtes Königreich',
    'Kosovo',
  ])
  expect(await app.as(undefined).call(messageApi.translations, { lang: 'en' })).toEqual({})
  expect(await german('Germany')).toBeUndefined()
  await expect(create('Germany', 'Alemannien')).rejects.toMatchObject({ status: 422, data: { key: 'Unknown text' } })
  await create('Logout', 'Abmelden!')
  expect(await inGerman(app.main.uniqueId)).toMatchObject({ Logout: 'Abmelden!', Germany: 'Deutschland' })
})

test('rejects a text with a character that cannot be stored, and names the field', async () => {
  await expect(create('Logout', 'Ab\0melden')).rejects.toMatchObject({
    status: 422,
    data: { text: 'This has a character that cannot be saved' },
  })
  await expect(create('Logout', 'Ab\ud83dmelden')).rejects.toMatchObject({ status: 422, data: { text: expect.any(String) } })
})

test('an id is stable and is not found in another tenant', async () => {
  const foreigner = await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId })
  const [mine, theirs] = [await german('Logout'), await german('Logout', foreigner)]
  expect((await german('Logout')).uniqueId).toBe(mine.uniqueId)
  expect(theirs.uniqueId).not.toBe(mine.uniqueId)
  for (const call of [messageApi.get, messageApi.update, messageApi.remove, messageApi.history])
    await expect(app.as(chief).call(call, { uniqueId: theirs.uniqueId })).rejects.toMatchObject({ status: 404 })
})

test('tenant admins and admins can change texts; the super admin and all others cannot', async () => {
  const [admin, owner] = [await app.someone('ROLE_ADMIN'), await app.someone('ROLE_SUPER_ADMIN')]
  await expect(create('Restore', 'Zurückholen', admin)).resolves.toMatchObject({ text: 'Zurückholen' })
  await expect(app.as(owner).call(messageApi.list, {})).rejects.toMatchObject({ status: 403 })
})

test('there is one text per key and language, and none for an unknown key', async () => {
  await create('Saved version', 'Deren')
  await expect(create('Saved version', 'Andere')).rejects.toMatchObject({
    status: 409,
    message: 'There is already another text: change that one',
  })
  await expect(create('Nobody says this', 'Niemand')).rejects.toMatchObject({
    status: 422,
    data: { key: 'Unknown text' },
  })
  await expect(create('toString', 'Niemand')).rejects.toMatchObject({ status: 422 })
})

test('of many concurrent changes of a text one succeeds', async () => {
  const words = ['Eins', 'Zwei', 'Drei', 'Vier']
  const tries = await Promise.allSettled(words.map((text) => create('Yours', text)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refused = tries.filter((one) => one.status === 'rejected').map(({ reason }) => (reason as Error).message)
  expect(refused).toEqual(Array.from({ length: 3 }, () => 'There is already another text: change that one'))
  expect(words).toContain((await german('Yours')).text)
})

test('a text must keep the placeholders of its key and add no others', async () => {
  await expect(create('Hello {name},', 'Hallo,')).rejects.toMatchObject({
    status: 422,
    data: { text: 'Keep {name} in the text' },
  })
  await expect(create('Hello {name},', 'Hallo {name} von {firm} in {town},')).rejects.toMatchObject({
    data: { text: 'There is no value for {firm}, {town}' },
  })
  await expect(create('Hello {name},', 'Hallo { name },')).rejects.toMatchObject({ status: 422 })
  await expect(create('Hello {name},', 'Hallo {name}, {name}!')).resolves.toMatchObject({ isOverridden: true })
})

test('a text with a count must keep its two forms, each with the number', async () => {
  const key = '{count} record|{count} records'
  const forms = { text: 'Write as many forms as the English text, separated by |' }
  await expect(create(key, '{count} Sätze')).rejects.toMatchObject({ status: 422, data: forms })
  await expect(create(key, '{count} Satz|{count} Sätze|keine')).rejects.toMatchObject({ data: forms })
  await expect(create(key, 'ein Satz|{count} Sätze')).rejects.toMatchObject({ data: { text: 'Keep {count} in the text' } })
  await expect(create(key, '{count} Satz|{count} Sätze')).resolves.toMatchObject({ isOverridden: true })
  await expect(create('Dashboard', 'Übersicht | Start')).resolves.toMatchObject({ text: 'Übersicht | Start' })
})

test('rejects an empty text and one that is too long', async () => {
  await expect(create('Undo', ' \n ')).rejects.toMatchObject({ data: { text: 'Text is required' } })
  await expect(create('Undo', 'x'.repeat(2001))).rejects.toMatchObject({
    data: { text: 'Text can have 2000 characters at most' },
  })
})

test('changing a shipped text overrides it for the tenant, and restoring the shipped text ends the override', async () => {
  const before = await german('Discard')
  const { uniqueId } = before
  const update = (text: string, updatedAt: string | null) => app.as(chief).call(messageApi.update, { uniqueId, text, updatedAt })
  const first = await update('Wegwerfen', before.updatedAt)
  expect(first).toMatchObject({ text: 'Wegwerfen', isOverridden: true, updatedAt: expect.any(String) })
  const second = await update('Fort damit', first.updatedAt)
  expect(Date.parse(second.updatedAt!)).toBeGreaterThan(Date.parse(first.updatedAt!))
  await expect(update('Zu spät', first.updatedAt)).rejects.toMatchObject({ status: 409, data: second })
  await expect(update('Zu spät', null)).rejects.toMatchObject({ status: 409, data: second })
  expect(await update(before.shipped, second.updatedAt)).toEqual(before)
  await expect(update('Zu spät', second.updatedAt)).rejects.toMatchObject({ status: 409, data: before })
})

test('records every change in the history of the text', async () => {
  const { uniqueId, shipped } = await create('Keep mine', 'Meins behalten')
  await app.as(chief).call(messageApi.update, { uniqueId })
  await app.as(chief).call(messageApi.remove, { uniqueId })
  await app.as(chief).call(messageApi.remove, { uniqueId })
  const told = await app.as(chief).call(messageApi.history, { uniqueId })
  expect(told).toMatchObject([
    { action: 'CHANGED', byName: chief.fullName, changes: { text: { before: 'Meins behalten', after: shipped } } },
    { action: 'CHANGED', changes: { text: { before: shipped, after: 'Meins behalten' } } },
  ])
  const [audited] = await app.asOwner('select kind, title from audit where record_id = $1 limit 1', [uniqueId])
  expect(audited).toEqual({ kind: 'message', title: 'Keep mine' })
})

test('filters the list by key, by text with any accents, by language and by what was changed', async () => {
  const who = await app.someone('ROLE_TENANT_ADMIN', { tenantId: (await app.tenant('Lister')).uniqueId })
  const list = (query: object) => app.as(who).call(messageApi.list, query)
  await create('Cancel', 'Rückgängig machen, bitte', who)
  const inFrench = await list({ language: 'fr' })
  expect(await list({})).toHaveLength(inFrench.length * 5)
  expect(inFrench.map(({ key }) => key)).toContain('{count} record|{count} records')
  const own = [expect.objectContaining({ key: 'Cancel', language: 'de' })]
  expect(await list({ isOverridden: 'true' })).toEqual(own)
  expect(await list({ isOverridden: 'false', language: 'de' })).toHaveLength(inFrench.length - 1)
  expect(await list({ text: 'RUCKGANGIG machen, b' })).toEqual(own)
  expect(await list({ q: 'rückgängig machen, b' })).toEqual(own)
  expect(await list({ q: 'cancel', language: 'de', isOverridden: 'true' })).toEqual(own)
  expect(await list({ key: 'Rückgängig machen, b' })).toEqual([])
})

test('conditions choose texts by their English, their text and whether they were changed, all or any of them', async () => {
  const who = await app.someone('ROLE_TENANT_ADMIN', { tenantId: (await app.tenant('Conditions')).uniqueId })
  await create('Cancel', 'Rückgängig machen, bitte', who)
  const keys = async (query: object) =>
    (await app.as(who).call(messageApi.list, { language: 'de', ...query })).map(({ key }) => key)
  const total = (await keys({})).length
  expect(await keys({ where: 'isOverridden:is:true' })).toEqual(['Cancel'])
  expect(await keys({ where: 'isOverridden:isNot:true' })).toHaveLength(total - 1)
  expect(await keys({ where: 'text:contains:RUCKGANGIG machen, b' })).toEqual(['Cancel'])
  expect(await keys({ where: 'text:contains:unternehmensdatenbank' })).toEqual(['Company Database'])
  expect(await keys({ where: ['key:is:cancel', 'text:isNot:Abbrechen'] })).toEqual(['Cancel'])
  expect(await keys({ where: 'key:isNot:Cancel' })).toHaveLength(total - 1)
  expect(await keys({ any: ['key:is:Cancel', 'key:is:Save'] })).toEqual(['Cancel', 'Save'])
  expect(await keys({ where: 'isOverridden:is:true', any: ['key:is:Save'] })).toEqual([])
})

/** A page of the German texts, and their total. */
const page = async (query: object) => {
  const { headers, json } = await app.as(chief).send(messageApi.list, { language: 'de', ...query })
  return { total: Number(headers['x-total-count']), rows: json() as { key: string; text: string; updatedAt: string | null }[] }
}

test('returns the list in pages, in any order, with the exact total', async () => {
  const { total, rows } = await page({ page: 0, size: 7 })
  expect([total, rows.length]).toEqual([(await page({})).rows.length, 7])
  const whole = (await page({})).rows.map(({ key }) => key)
  expect((await page({ page: 1, size: 7 })).rows.map(({ key }) => key)).toEqual(whole.slice(7, 14))
  expect((await page({ sort: '-key' })).rows.map(({ key }) => key)).toEqual(whole.toReversed())
  expect((await page({ page: 10_000 })).rows).toEqual([])
  expect((await page({ sort: '-updatedAt', page: 0 })).rows[0]!.updatedAt).toEqual(expect.any(String))
  const texts = (await page({ sort: 'text', page: 0, size: 500 })).rows.map(({ text }) => fold(text))
  expect(texts).toEqual(texts.toSorted())
})

test('the texts are sent again only after they have changed', async () => {
  const fetchTexts = (etag?: string) =>
    app.fastify.inject({
      url: '/api/message/translations/?lang=de',
      headers: { 'x-tenant': app.main.uniqueId, 'accept-encoding': 'br', ...(etag && { 'if-none-match': etag }) },
    })
  const first = await fetchTexts()
  const etag = String(first.headers.etag)
  expect(first.headers).toMatchObject({ 'cache-control': 'private, no-cache', 'content-encoding': 'br', vary: 'accept-encoding' })
  const { data } = JSON.parse(brotliDecompressSync(first.rawPayload).toString()) as { data: object }
  expect(data).toEqual(await inGerman(app.main.uniqueId))
  const again = await fetchTexts(etag)
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
  const { uniqueId } = await create('Mass Upload', 'Viele')
  expect((await fetchTexts(etag)).statusCode).toBe(200)
  await app.as(chief).call(messageApi.remove, { uniqueId })
  expect((await fetchTexts(etag)).statusCode).toBe(304)
})
