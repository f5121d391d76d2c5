import { notificationApi } from '@tradewind/contract/platform/notification.contract'
import { tenantSettingApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { type AssessmentHelpers, openAssessment, sampleVisitor } from '../../../test/assessment/assessing.ts'

let app: TestApp
let tenant: AssessmentHelpers
beforeAll(async () => {
  app = await testApp({ settings: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => app.close())
beforeEach(async () => {
  tenant = await openAssessment(app)
  await tenant.ask('A plan')
})

const bellOf = (who: TestUser) => app.as(who).call(notificationApi.list, { type: 'PUSH_WEB' })
const decide = (key: string, value: unknown) => app.as(tenant.chief).call(tenantSettingApi.update, { key, value } as never)

test('mails the respondent the result link, in the language of the page, without anything they typed', async () => {
  const { token } = await tenant.submit({ lang: 'de', firstName: 'Buy spam', title: 'Cheap!!' })
  const [letter, ...more] = await tenant.letters()
  expect([letter!.to, letter!.subject, more]).toEqual([
    sampleVisitor.email,
    expect.stringMatching(/^Das Ergebnis Ihrer Selbsteinschätzung · /),
    [],
  ])
  for (const body of [letter!.text, letter!.html]) {
    expect(body).toContain(`/self-assessment/${token}?lang=de`)
    expect(body).not.toMatch(/spam|Cheap|Canary|5550/)
  }
  expect((await tenant.result(token)).statusCode).toBe(200)
})

test('a member gets the letter at the account’s address and in the account’s language', async () => {
  const member = await app.someone('ROLE_PRO', { tenantId: tenant.tenantId })
  await app.asOwner(`update user_account set language = 'fr' where id = $1`, [member.uniqueId])
  await tenant.submit({ email: sampleVisitor.email }, member)
  const [letter, ...more] = await tenant.letters()
  expect([letter!.to, more]).toEqual([member.emailAddress, []])
  expect(letter!.subject).toMatch(/^Le résultat de votre auto-évaluation · /)
})

test('only actors who manage leads get a notification', async () => {
  const clerk = await app.someone('ROLE_ADMIN', { tenantId: tenant.tenantId })
  const { leadId } = await tenant.submit()
  expect(await bellOf(tenant.chief)).toMatchObject([
    {
      subject: 'New self-assessment from Vera Canary',
      abbreviatedContentText: 'Vera Canary (vera@visitor.example) has answered the self-assessment.',
      path: `lead/show/${leadId}`,
    },
  ])
  expect(await bellOf(clerk)).toEqual([])
})

test('the tenant’s contact address gets a letter whose reply goes to the visitor', async () => {
  await decide('CONTACT_EMAIL', 'desk@main.example')
  await tenant.submit()
  const [desk, visitor] = await tenant.letters()
  expect([desk!.to, desk!.replyTo, visitor!.to]).toEqual(['desk@main.example', sampleVisitor.email, sampleVisitor.email])
  for (const part of [
    'Vera Canary (vera@visitor.example)',
    'Title: Managing director',
    'Country: Italy',
    sampleVisitor.contactNumber,
  ])
    expect(desk!.text).toContain(part)
  expect(desk!.text).not.toContain('/self-assessment/')
})

test('that letter names the country in the tenant’s language', async () => {
  await decide('CONTACT_EMAIL', 'desk@main.example')
  await decide('DEFAULT_LANGUAGE', 'de')
  await tenant.submit()
  const [desk] = await tenant.letters()
  expect(desk!.text).toContain('Italien')
  expect(desk!.text).not.toContain('Italy')
})

test('one mailbox gets at most ten letters an hour, and answers beyond that are still saved', async () => {
  for (let time = 0; time < 12; time++) await tenant.submit({ email: time % 2 ? 'Vera@visitor.example' : sampleVisitor.email })
  const jobs = await tenant.jobs()
  const toVera = jobs.filter(({ data }) => (data as { to: string }).to === 'ANSWERER')
  expect([(await tenant.kept()).length, toVera.length]).toEqual([12, 10])
})

test('while mail fails, the answers are saved and the letter is retried; sent twice, it is one mail', async () => {
  const { send } = app.appContext.mail
  app.appContext.mail.send = () => Promise.reject(new Error('Nobody is there'))
  await tenant.submit()
  const [{ data }] = (await tenant.jobs()) as [{ data: object }]
  await expect(app.work('auditQuestion.assessment', data)).rejects.toThrow('Nobody is there')
  app.appContext.mail.send = send
  expect([(await tenant.kept()).length, (await tenant.letters()).length, (await tenant.letters()).length]).toEqual([1, 1, 1])
})

test('does not send a letter whose answers were deleted in the meantime', async () => {
  const { uniqueId } = await tenant.submit()
  await app.asOwner('update assessment set deleted_at = now() where id = $1', [uniqueId])
  expect(await tenant.letters()).toEqual([])
})

test('a switched-off self-assessment returns no questions and accepts no answers, but results stay available', async () => {
  const answers = await tenant.answers()
  const { token } = await tenant.submit()
  await decide('SHOW_ASSESSMENT', false)
  const off = [403, 'The self-assessment is switched off']
  const sent = await tenant.send({ ...sampleVisitor, answers })
  expect([sent.statusCode, sent.json().message]).toEqual(off)
  await expect(tenant.asked()).rejects.toMatchObject({ status: 403, message: off[1] })
  expect([(await tenant.kept()).length, (await tenant.result(token)).statusCode]).toEqual([1, 200])
  await decide('SHOW_ASSESSMENT', null)
  expect((await tenant.send({ ...sampleVisitor, answers })).statusCode).toBe(200)
})
