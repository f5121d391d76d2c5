import { reviewAnswerApi } from '@tradewind/contract/trust/reviewAnswer.contract'
import { reviewCampaignApi } from '@tradewind/contract/trust/reviewCampaign.contract'
import { reviewLinkApi } from '@tradewind/contract/trust/reviewLink.contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { reviewFixture, sameStars } from '../../../test/review/reviews.ts'
import { decodeQuotedPrintable, openSendingApp } from '../../../test/review/sending.ts'

let sending: Awaited<ReturnType<typeof openSendingApp>>
let questions: string[]
beforeAll(async () => {
  sending = await openSendingApp()
  questions = await reviewFixture(sending.app).questions(sending.app.main.uniqueId, 'Manufacturers')
})
afterAll(() => sending.close())
beforeEach(async () => {
  sending.sink.received.length = 0
  await sending.app.asOwner('delete from attempt')
})

type Owner = Awaited<ReturnType<typeof sending.campaigns.owner>>

const visitor = () => sending.app.as(undefined)
const at = (tenantId = sending.app.main.uniqueId) => ({ 'x-tenant': tenantId })

const linkOf = async (who?: Owner) => {
  const owner = who ?? (await sending.campaigns.owner())
  const link = await sending.app.as(owner).call(reviewLinkApi.create, { name: 'Fair' })
  return { owner, link, now: () => sending.app.as(owner).call(reviewLinkApi.get, { uniqueId: link.uniqueId }) }
}

let made = 0
const someone = () => `visitor.${++made}@customer.example`

const ask = (code: string, email: string, more: object = {}) =>
  visitor().call(reviewLinkApi.ask, { code, firstName: 'Ada', lastName: 'Byron', email, ...more }, at())

/** Requests a code and reads it in the mail. Undefined if no mail was sent. */
const mailedCode = async (code: string, email: string, more: object = {}) => {
  const { ask: uniqueId } = await ask(code, email, more)
  sending.sink.received.length = 0
  await sending.app.work('review.code', { tenantId: sending.app.main.uniqueId, askId: uniqueId })
  const mail = sending.sink.received[0]
  return { uniqueId, mail, digits: mail && /is (\d{6})\./.exec(decodeQuotedPrintable(mail.text))?.[1] }
}
const confirm = (uniqueId: string, code: string) => visitor().call(reviewLinkApi.confirm, { ask: uniqueId, code }, at())
const come = async (code: string, email: string) => {
  const { uniqueId, digits } = await mailedCode(code, email)
  return confirm(uniqueId, digits!)
}

test('someone with the link verifies an address by the mailed code and answers once, marked as by link', async () => {
  const { owner, link, now } = await linkOf()
  expect(link.code).toMatch(/^[a-z2-9]{8}$/)
  expect(await visitor().call(reviewLinkApi.open, { code: link.code.toUpperCase() }, at())).toEqual({
    userCompanyName: expect.stringContaining('Brand'),
  })
  expect((await now()).visits).toBe(0) // viewing changes nothing
  await visitor().call(reviewLinkApi.visit, { code: link.code }, at())
  const email = someone()
  const { uniqueId, mail, digits } = await mailedCode(link.code, email, { firstName: 'Buy cheap' })
  expect(mail!.to).toEqual([email])
  expect(decodeQuotedPrintable(mail!.text)).not.toContain('Buy cheap')
  const { token } = await confirm(uniqueId, ` ${digits!.slice(0, 3)} ${digits!.slice(3)}`)
  await expect(confirm(uniqueId, digits!)).rejects.toMatchObject({ status: 422 })
  await reviewFixture(sending.app).answer(owner, token, sameStars(questions, 4), { remarks: 'Good', remarksPublic: true })
  expect(await now()).toMatchObject({ visits: 1, answers: 1 })
  const [remark] = await sending.app.as(owner).call(reviewAnswerApi.remarks, {})
  expect(remark).toMatchObject({ viaLink: true, score: 4 })
  await sending.app.as(owner).call(reviewAnswerApi.toggle, { uniqueId: remark!.uniqueId })
  await sending.app.asOwner('update user_account set reviews_search_enabled = true where id = $1', [owner.uniqueId])
  const shown = await visitor().call(reviewAnswerApi.detailsOf, { uniqueId: owner.uniqueId }, at())
  expect(shown.breakDownScore.remarks).toMatchObject([{ viaLink: true }])
  const [invitation] = await sending.app.as(owner).call(reviewCampaignApi.list, {})
  expect(invitation).toMatchObject({ viaLink: true, resendable: false, invitationStatus: 'ANSWERED' })
})

test('an address answers once across all links of an owner; the reply to a request is the same, and only the code reveals it', async () => {
  const { owner, link } = await linkOf()
  const { link: other } = await linkOf(owner)
  const email = someone()
  const { token } = await come(link.code, email)
  await reviewFixture(sending.app).answer(owner, token, sameStars(questions, 5))
  const [known, unknown] = [await ask(other.code, email.toUpperCase()), await ask(other.code, someone())]
  expect(Object.keys(known)).toEqual(Object.keys(unknown))
  await expect(come(other.code, email.toUpperCase())).rejects.toMatchObject({
    status: 409,
    message: 'You have already answered a survey of this company',
  })
  await sending.app.asOwner(
    `insert into review_refusal (tenant_id, owner_id, address, reason) values ($1, $2, $3, 'UNSUBSCRIBED')`,
    [owner.tenantId, owner.uniqueId, email],
  )
  await sending.app.asOwner('delete from attempt')
  await expect(come(other.code, email)).rejects.toMatchObject({ status: 409 })
  await expect(come(link.code, owner.emailAddress)).rejects.toMatchObject({ status: 409 })
})

test('an invited person who uses the link gets their invitation, and two codes lead to the same survey', async () => {
  const { owner, link } = await linkOf()
  const ids = await sending.campaigns.audience(owner, 1)
  await sending.campaigns.campaign(owner, ids)
  const [invitation] = await sending.campaigns.invitations(owner)
  const { token } = await come(link.code, invitation!.emailAddress)
  expect(token).toBe(sending.app.appContext.links.tokenOf(owner.tenantId, invitation!.uniqueId))
  await reviewFixture(sending.app).answer(owner, token, sameStars(questions, 3), { remarks: 'Fine' })
  expect(await sending.app.as(owner).call(reviewAnswerApi.remarks, {})).toMatchObject([{ viaLink: false }])
  const email = someone()
  const codes = [await mailedCode(link.code, email), await mailedCode(link.code, email)]
  const tokens = await Promise.all(codes.map(({ uniqueId, digits }) => confirm(uniqueId, digits!)))
  expect(new Set(tokens.map((one) => one.token)).size).toBe(1)
})

test('a contact of the owner who uses a link answers as that contact, once by either address', async () => {
  const { owner, link } = await linkOf()
  const email = someone()
  const [contactId] = await sending.campaigns.audience(owner, [{ email: email.toUpperCase(), companyName: 'Byron Ltd' }])
  const { token } = await come(link.code, email)
  const [invitation] = await sending.campaigns.invitations(owner)
  expect(invitation).toMatchObject({ contactId, companyName: 'Byron Ltd', linkId: link.uniqueId })
  await reviewFixture(sending.app).answer(owner, token, sameStars(questions, 4))
  await sending.app.asOwner(`update contact set email = 'moved@customer.example' where id = $1`, [contactId])
  await expect(come(link.code, 'moved@customer.example')).rejects.toMatchObject({ status: 409 })
})

test('a code is valid for half an hour, for five tries, and only for its own request', async () => {
  const { link } = await linkOf()
  const [one, other] = [await mailedCode(link.code, someone()), await mailedCode(link.code, someone())]
  const wrong = { status: 422, data: { code: 'This code is wrong or no longer works' } }
  const foreign = one.digits === other.digits ? '' : other.digits!
  await expect(confirm(one.uniqueId, foreign)).rejects.toMatchObject({ status: 422 })
  await expect(confirm(crypto.randomUUID(), one.digits!)).rejects.toMatchObject(wrong)
  const no = one.digits === '000000' ? '000001' : '000000'
  for (let tries = 0; tries < 5; tries++) await expect(confirm(one.uniqueId, no)).rejects.toMatchObject(wrong)
  await expect(confirm(one.uniqueId, one.digits!)).rejects.toMatchObject(wrong)
  await sending.app.asOwner(`update review_link_ask set expires_at = now() where id = $1`, [other.uniqueId])
  await expect(confirm(other.uniqueId, other.digits!)).rejects.toMatchObject(wrong)
})

test('a link that is switched off opens nothing, even with a code mailed before', async () => {
  const { owner, link } = await linkOf()
  const { uniqueId, digits } = await mailedCode(link.code, someone())
  const switchTo = (isActive: boolean) => sending.app.as(owner).call(reviewLinkApi.change, { uniqueId: link.uniqueId, isActive })
  expect(await switchTo(false)).toMatchObject({ isActive: false })
  const gone = { status: 404, message: 'This link is not in use' }
  await expect(visitor().call(reviewLinkApi.open, { code: link.code }, at())).rejects.toMatchObject(gone)
  await expect(ask(link.code, someone())).rejects.toMatchObject(gone)
  await expect(confirm(uniqueId, digits!)).rejects.toMatchObject(gone)
  await switchTo(true)
  expect(await confirm(uniqueId, digits!)).toMatchObject({ token: expect.any(String) })
  await expect(visitor().call(reviewLinkApi.open, { code: link.code }, at(sending.app.other.uniqueId))).rejects.toMatchObject(
    gone,
  )
})

test('a link opens nothing while the plan of its owner includes no reviews, and works again with the plan', async () => {
  const { owner, link } = await linkOf()
  const { uniqueId, digits } = await mailedCode(link.code, someone())
  const changeRole = (role: string) =>
    sending.app.asOwner('update user_account set role = $2::user_role where id = $1', [owner.uniqueId, role])
  await changeRole('ROLE_FREE')
  const gone = { status: 404, message: 'This link is not in use' }
  await expect(visitor().call(reviewLinkApi.open, { code: link.code }, at())).rejects.toMatchObject(gone)
  await expect(ask(link.code, someone())).rejects.toMatchObject(gone)
  await expect(confirm(uniqueId, digits!)).rejects.toMatchObject(gone)
  await changeRole('ROLE_PRO')
  expect(await confirm(uniqueId, digits!)).toMatchObject({ token: expect.any(String) })
})

test('users cannot see or change links of another member or another tenant', async () => {
  const { link } = await linkOf()
  for (const tenantId of [sending.app.main.uniqueId, sending.app.other.uniqueId]) {
    const stranger = sending.app.as(await sending.campaigns.owner({ tenantId }))
    expect(await stranger.call(reviewLinkApi.list, {})).toEqual([])
    const { uniqueId } = link
    await expect(stranger.call(reviewLinkApi.get, { uniqueId })).rejects.toMatchObject({ status: 404 })
    await expect(stranger.call(reviewLinkApi.change, { uniqueId, name: 'Mine' })).rejects.toMatchObject({ status: 404 })
  }
  const free = sending.app.as(await sending.app.someone('ROLE_FREE'))
  await expect(free.call(reviewLinkApi.create, { name: 'Free' })).rejects.toMatchObject({ status: 403 })
})

test('a mailbox, whatever its sub-address, silently gets at most three codes an hour; a network may request 30 in ten minutes', async () => {
  const { link } = await linkOf()
  const sent: boolean[] = []
  for (const address of ['flood@a.example', 'FLOOD@a.example', 'flood+1@a.example', 'flood+2@a.example', 'flood@a.example'])
    sent.push((await mailedCode(link.code, address)).mail !== undefined)
  expect(sent).toEqual([true, true, true, false, false])
  expect((await mailedCode(link.code, someone(), { website: 'https://a.example' })).mail).toBeUndefined()
  for (let asked = 6; asked < 30; asked++) await ask(link.code, someone())
  await expect(ask(link.code, someone())).rejects.toMatchObject({ status: 429 })
})
