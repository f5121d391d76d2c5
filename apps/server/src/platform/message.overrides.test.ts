import type { Language } from '@tradewind/contract/kit/language'
import { identityApi } from '@tradewind/contract/platform/identity.contract'
import { messageApi } from '@tradewind/contract/platform/message.contract'
import { notificationApi } from '@tradewind/contract/platform/notification.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { previousKeys, rewordedTexts, shippedTexts } from '#kit/catalogues'
import { tenantScope } from '#kit/database/database'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { startMailServer } from '../../test/smtp.ts'

let sink: Awaited<ReturnType<typeof startMailServer>>
let app: TestApp
let chief: TestUser
beforeAll(async () => {
  sink = await startMailServer()
  app = await testApp({ working: true, settings: { SMTP_URL: sink.url, APP_URL: 'https://crm.example' } })
  chief = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(async () => {
  await app.close()
  await sink.close()
})

const change = (key: string, language: Language, text: string) => app.as(chief).call(messageApi.create, { key, language, text })
const translator = (language: Language) => app.appContext.texts.translator(app.main.uniqueId, language)

test('every node uses the changed text without a restart', async () => {
  const node = await app.open()
  const said = async () => (await node.appContext.texts.of(app.main.uniqueId, 'it'))['Reload']
  expect(await said()).toBe(shippedTexts('it')['Reload'])
  await change('Reload', 'it', 'Di nuovo')
  await expect.poll(said).toBe('Di nuovo')
})

test('a text missing in a language falls back to the shipped English, not to the tenant’s English', async () => {
  const german = shippedTexts('de') as Record<string, string>
  const kept = german['Use the saved version']!
  try {
    delete german['Use the saved version']
    await change('Use the saved version', 'en', 'Use the other one')
    await change('Mass Upload', 'de', 'Viele auf einmal') // the texts of this language are read again
    expect((await translator('de'))('Use the saved version')).toBe('Use the saved version')
    expect(await app.as(undefined).call(messageApi.translations, { lang: 'de' })).not.toHaveProperty('Use the saved version')
    expect((await translator('en'))('Use the saved version')).toBe('Use the other one')
  } finally {
    german['Use the saved version'] = kept
  }
})

test('a caller without a language gets the tenant’s', async () => {
  const said = async () => (await app.as(undefined).call(messageApi.translations, {}))['Logout']
  expect(await said()).toBeUndefined()
  await app.asOwner(`insert into tenant_setting (tenant_id, key, value) values ($1, 'DEFAULT_LANGUAGE', '"es"')`, [
    app.main.uniqueId,
  ])
  app.appContext.settings.forget()
  expect(await said()).toBe(shippedTexts('es')['Logout'])
})

test('a mail contains the tenant’s text escaped, whatever it is', async () => {
  const trick = `"'><img src=x onerror=alert(1)></title></script><script>alert(1)</script>\r\nBcc: victim@example.test`
  await change('Set a new password', 'es', trick)
  const { emailAddress } = await app.someone('ROLE_ADMIN')
  await app.as(undefined).call(identityApi.forgotPassword, { email: emailAddress })
  const mine = () => sink.received.filter(({ to }) => to.includes(emailAddress))
  await expect.poll(mine).toHaveLength(1)
  const { to, text } = mine()[0]!
  expect(to).toEqual([emailAddress])
  const [headers = '', ...body] = text.split('\r\n\r\n')
  expect(headers).not.toMatch(/^bcc:/im)
  expect(body.join('\n')).toContain('&#60;script&#62;')
  expect(text.slice(text.indexOf('<!doctype html>'))).not.toMatch(/<script|<img/)
})

test('an existing notification is shown in the current text', async () => {
  const { appContext, main } = app
  const reader = await app.someone('ROLE_LEVEL1')
  await app.asOwner(`update user_account set language = 'it' where id = $1`, [reader.uniqueId])
  const notice = {
    userId: reader.uniqueId,
    subject: 'Hello {name},',
    content: 'Undo',
    values: { name: 'Ada' },
    byMail: false,
  } as const
  await appContext.db.write(tenantScope(main.uniqueId), (tx) => appContext.notify(tx, main.uniqueId, notice))
  await change('Hello {name},', 'it', '<b>Ciao</b> {name}')
  const told = await app.as(reader).call(notificationApi.list, { type: 'PUSH_WEB' })
  expect(told).toMatchObject([{ subject: '<b>Ciao</b> Ada', abbreviatedContentText: shippedTexts('it')['Undo'] }])
})

test('English leaves out the meaning that a key adds to an ambiguous word', async () => {
  const key = 'Name@@first name'
  expect((await translator('en'))(key)).toBe('Name')
  expect((await translator('de'))(key)).toBe('Vorname')
  const found = await app.as(chief).call(messageApi.list, { key, language: 'en', page: 0 })
  expect(found).toMatchObject([{ key, shipped: 'Name', text: 'Name' }])
})

test('formats counts with the plural form and the digits of the language', async () => {
  const key = '{count} row was imported.|{count} rows were imported.'
  expect((await translator('de'))(key, { count: '12345' })).toBe('12.345 Zeilen wurden importiert.')
  expect((await translator('en'))(key, { count: '12345' })).toBe('12,345 rows were imported.')
  expect((await translator('en'))(key, { count: '1' })).toBe('1 row was imported.')
  await change(key, 'fr', '{count} ligne est là.|{count} lignes sont là.')
  const french = await translator('fr')
  expect([french(key, { count: '0' }), french(key, { count: '2' })]).toEqual(['0 ligne est là.', '2 lignes sont là.'])
  const upload = await app.appContext.texts.translator(app.other.uniqueId, 'de')
  const told = upload('{read} rows were read, {created} created by {name}.', { read: '12345', created: '12', name: '12345' })
  expect(told).toBe('12.345 rows were read, 12 created by 12345.')
})

const germanText = async (key: string) =>
  (await app.as(chief).call(messageApi.list, { key, language: 'de' })).find((one) => one.key === key)!

test('a tenant’s own text and notifications follow a text that was reworded', async () => {
  const { appContext, main } = app
  const [key, between, first] = ['Undo', 'Take it back', 'Revert']
  const reader = await app.someone('ROLE_LEVEL1')
  await app.asOwner(`update user_account set language = 'de' where id = $1`, [reader.uniqueId])
  const notice = { userId: reader.uniqueId, subject: first, content: between, values: {}, byMail: false } as const
  await appContext.db.write(tenantScope(main.uniqueId), (tx) => appContext.notify(tx, main.uniqueId, notice))
  try {
    Object.assign(rewordedTexts, { [first]: between, [between]: key })
    const { uniqueId, shipped } = await germanText(key)
    await app.asOwner('insert into message (id, tenant_id, key, language, text) values ($1, $2, $3, $4, $5)', [
      uniqueId,
      main.uniqueId,
      first,
      'de',
      'Rückwärts',
    ])
    appContext.texts.forget()
    expect(await germanText(key)).toMatchObject({ key, shipped, text: 'Rückwärts', isOverridden: true })
    expect(await app.as(undefined).call(messageApi.translations, { lang: 'de' })).toMatchObject({ [key]: 'Rückwärts' })
    const told = await app.as(reader).call(notificationApi.list, { type: 'PUSH_WEB' })
    expect(told).toMatchObject([{ subject: 'Rückwärts', abbreviatedContentText: 'Rückwärts' }])
    const { updatedAt } = await germanText(key)
    await app.as(chief).call(messageApi.update, { uniqueId, text: 'Retour', updatedAt })
    expect(await germanText(key)).toMatchObject({ uniqueId, text: 'Retour' })
  } finally {
    for (const old of [first, between]) delete rewordedTexts[old]
  }
})

test('a text keeps its id when it is reworded', async () => {
  const [old, now] = [await germanText('Logout'), 'Reload']
  try {
    rewordedTexts['Logout'] = now
    previousKeys.set(now, 'Logout')
    expect((await germanText(now)).uniqueId).toBe(old.uniqueId)
  } finally {
    delete rewordedTexts['Logout']
    previousKeys.delete(now)
  }
})
