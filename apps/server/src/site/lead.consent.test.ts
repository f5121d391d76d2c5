import { legalTextApi } from '@tradewind/contract/platform/legalText.contract'
import type { LegalKind } from '@tradewind/contract/platform/legalText.fields'
import { leadApi, publicApi } from '@tradewind/contract/site/lead.contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'

let app: TestApp
let chief: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN', { permissions: ['XG_ADMIN'] })
})
afterAll(() => app.close())
beforeEach(() => app.asOwner('truncate attempt'))

/** Publishes a text, and returns the version that visitors are shown. */
const publish = async (kind: LegalKind, content: string) => {
  const [text] = await app.as(chief).call(legalTextApi.list, { kind, language: 'en', page: 0 })
  const { uniqueId, updatedAt } = text!
  await app.as(chief).call(legalTextApi.update, { uniqueId, content, updatedAt })
  await app.as(chief).call(legalTextApi.publish, { uniqueId })
  return (await app.as(undefined).call(legalTextApi.shown, { kind })).uniqueId
}

const ask = (email: string, consent?: string) =>
  app.as(undefined).call(publicApi.subscribePlan, {
    name: 'Sam Ple',
    country: 'Italy',
    plan: 'BASIC',
    email,
    ...(consent && { consent }),
  })
const leadOf = async (email: string) => (await app.as(chief).call(leadApi.list, { email, page: 0 }))[0]

test('a lead stores which version of the privacy policy its sender agreed to, and when', async () => {
  const first = await publish('PRIVACY', '<p>One</p>')
  await ask('first@sample.example', first)
  const second = await publish('PRIVACY', '<p>Two</p>')
  await ask('second@sample.example', second)
  await ask('late@sample.example', first)
  const consents = await Promise.all(['first', 'second', 'late'].map((name) => leadOf(`${name}@sample.example`)))
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
  expect(consents.map((lead) => lead?.consent)).toEqual([
    { version: 1, language: 'en', at },
    { version: 2, language: 'en', at },
    { version: 1, language: 'en', at },
  ])
})

test('without a consent in the form nothing is stored; an invalid policy is refused, and no lead is created', async () => {
  await ask('quiet@sample.example')
  expect(await leadOf('quiet@sample.example')).toMatchObject({ consent: null })
  const terms = await publish('TERMS', '<p>Terms</p>')
  for (const consent of [terms, crypto.randomUUID()])
    await expect(ask('wrong@sample.example', consent)).rejects.toMatchObject({
      status: 422,
      data: { consent: 'There is no such privacy policy. Please reload the page.' },
    })
  expect(await leadOf('wrong@sample.example')).toBeUndefined()
})
