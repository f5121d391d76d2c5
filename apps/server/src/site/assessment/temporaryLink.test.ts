import { assessmentApi } from '@tradewind/contract/site/assessment.contract'
import { leadApi } from '@tradewind/contract/site/lead.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { openAssessment, sampleVisitor } from '../../../test/assessment/assessing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ settings: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => app.close())

const begin = async () => {
  const own = await openAssessment(app)
  await own.ask('A plan')
  await own.ask('Papers', 'SYSTEMS')
  /** Submits answers, and opens both links: the one in the reply, and the mailed one. */
  const take = async (score: number, given: object = {}) => {
    const { json } = await own.send({ ...sampleVisitor, answers: await own.answers(() => score), ...given })
    const { token } = json().data as { token: string }
    const { uniqueId } = (await own.kept())[0]!
    const mailed = app.appContext.links.tokenOf(own.tenantId, uniqueId)
    const read = async (one: string) => (await own.result(one)).json().data
    return { token, mailed, uniqueId, atOnce: () => read(token), byMail: () => read(mailed) }
  }
  return { ...own, take }
}

test('the visitor can open the result right after answering, by a one-day link that differs from the mailed one', async () => {
  const own = await begin()
  const { token, mailed, uniqueId, atOnce } = await own.take(3)
  expect(token).not.toBe(mailed)
  expect(await atOnce()).toMatchObject({ averages: [{ average: 3 }, { average: 3 }], before: null })
  const [letter] = await own.letters()
  expect([letter!.text.includes(mailed), letter!.text.includes(token)]).toEqual([true, false])
  const left = `round(extract(epoch from expires_at - now()) / 3600) as hours`
  const kept = await app.asOwner(`select ${left} from link_token where purpose = 'RESULT' and subject = $1 order by 1`, [
    uniqueId,
  ])
  expect(kept.map(({ hours }) => Number(hours))).toEqual([24, 5 * 365 * 24])
  await app.asOwner(
    `update link_token set expires_at = now() where purpose = 'RESULT' and subject = $1 and id::text <> subject`,
    [uniqueId],
  )
  expect([(await own.result(token)).statusCode, (await own.result(mailed)).statusCode]).toEqual([404, 200])
})

test('a retake shows the previous result, by the mailed link only: typing another person’s address reveals nothing about them', async () => {
  const own = await begin()
  await own.take(1)
  const second = await own.take(4, { email: sampleVisitor.email.toUpperCase() })
  expect(await second.atOnce()).toMatchObject({ averages: [{ average: 4 }, { average: 4 }], before: null })
  const before = { dateCreated: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/), averages: [{ average: 1 }, { average: 1 }] }
  expect(await second.byMail()).toMatchObject({ before })
  const third = await own.take(5)
  expect((await third.byMail()).before.averages[0].average).toBe(4)
  expect(await app.as(own.chief).call(assessmentApi.answers, {})).toMatchObject([
    { before: { averages: [{ average: 4 }, { average: 4 }] } },
    { before },
    { before: null },
  ])
})

test('the previous result is from the same address in the same tenant, and disappears when its lead is deleted', async () => {
  const [own, other] = [await begin(), await begin()]
  await other.take(1)
  await own.take(1)
  // The key of the lookup is folded: without accents.
  await app.asOwner(`update lead set email = 'véra@visitor.example' where tenant_id = $1`, [own.tenantId])
  const first = await own.take(2)
  expect((await first.byMail()).before).toBeNull()
  const second = await own.take(3)
  expect((await second.byMail()).before.averages[0].average).toBe(2)
  const { leadId } = (await own.kept())[1]!
  await app.as(own.chief).call(leadApi.remove, { uniqueId: leadId })
  expect((await second.byMail()).before).toBeNull()
})

test('another tenant’s result returns 404, by either link', async () => {
  const [own, other] = [await begin(), await begin()]
  const { token, mailed } = await other.take(3)
  for (const foreign of [token, mailed]) expect((await own.result(foreign)).statusCode).toBe(404)
})
