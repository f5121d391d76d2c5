import type { ReviewType } from '@tradewind/contract/trust/review.constants'
import { reviewAnswerApi } from '@tradewind/contract/trust/reviewAnswer.contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { dayAgo, runAtTime } from '../../../test/review/clock.ts'
import { expectedScore, type ModelAnswer, type ModelQuestion, toRounded, toRoundedDay } from '../../../test/review/model.ts'
import { reviewFixture, type ReviewOwner } from '../../../test/review/reviews.ts'

let app: TestApp
let reviews: ReturnType<typeof reviewFixture>
let chiefs: Map<string, TestUser>
beforeAll(async () => {
  app = await testApp()
  reviews = reviewFixture(app)
  const tenants = [app.main.uniqueId, app.other.uniqueId]
  const found = tenants.map(async (tenantId) => [tenantId, await app.someone('ROLE_SUPER_ADMIN', { tenantId })] as const)
  chiefs = new Map(await Promise.all(found))
})
afterAll(() => app.close())

interface Answer {
  do: 'answer'
  owner: number
  /** Half steps, alternating by question. */
  halfSteps: number[]
  day: number
  /** One of the few customers who are invited repeatedly. */
  customer: number
}
interface Other {
  do: 'ask' | 'retire' | 'remove'
  which: number
}
const place = fc.nat(1_000)
const someStars = fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 1, maxLength: 7 })
const operation = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      owner: fc.nat(3),
      halfSteps: someStars,
      day: fc.nat(6),
      customer: fc.nat(5),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('ask' as const, 'retire' as const, 'remove' as const), which: place }),
  },
)
/** What owners of the same tenant and survey type share: the questions. */
const groupOf = ({ tenantId, reviewType }: Pick<ReviewOwner, 'tenantId' | 'reviewType'>) => `${tenantId} ${reviewType}`

interface Stage {
  owners: ReviewOwner[]
  questions: Map<string, ModelQuestion[]>
  answers: ModelAnswer[]
}

const askMore = async ({ questions }: Stage, group: string, many: number) => {
  const [tenantId, type] = group.split(' ') as [string, ReviewType]
  const added = await reviews.questions(tenantId, type, many)
  questions.set(group, [...(questions.get(group) ?? []), ...added.map((id) => ({ id, retired: false }))])
}

/** Four owners: two that share their questions, one with others, one in another tenant. */
const stageOf = async (): Promise<Stage> => {
  await app.asOwner('update review_question set retired_at = now() where retired_at is null')
  const owners = [
    await reviews.owner(),
    await reviews.owner({ role: 'ROLE_ADMIN' }),
    await reviews.owner({ reviewType: 'FranchiseBrands' }),
    await reviews.owner({ tenantId: app.other.uniqueId }),
  ]
  const stage: Stage = { owners, questions: new Map(), answers: [] }
  for (const group of new Set(owners.map(groupOf))) await askMore(stage, group, 2)
  return stage
}

const living = (stage: Stage, owner: ReviewOwner) => stage.questions.get(groupOf(owner))!.filter(({ retired }) => !retired)

/** A customer is identified by a contact or an address, whichever matches. */
const customerOf = (owner: ReviewOwner, customer: number, times: number) => {
  const key = `${owner.uniqueId.slice(0, 35)}${customer}`
  return customer % 2 ? { contactId: key } : { emailAddress: times % 2 ? `${key}@Customer.example` : `${key}@customer.example` }
}

const answer = async (stage: Stage, { owner: which, halfSteps, day, customer }: Answer) => {
  const owner = stage.owners[which]!
  const stars = Object.fromEntries(living(stage, owner).map(({ id }, number) => [id, halfSteps[number % halfSteps.length]! / 2]))
  const date = dayAgo(9 - day)
  const { uniqueId, token } = await reviews.invite(owner, customerOf(owner, customer, stage.answers.length))
  await runAtTime(`${date}T10:00:00Z`, () => reviews.answer(owner, token, stars))
  stage.answers.push({ id: uniqueId, owner: owner.uniqueId, day: date, stars, removed: false, customer })
}

const retire = async (stage: Stage, which: number) => {
  const groups = [...stage.questions.values()].filter((all) => all.filter(({ retired }) => !retired).length > 1)
  const asked = groups.flat().filter(({ retired }) => !retired)
  const one = asked[which % asked.length]
  if (!one) return
  await app.asOwner('update review_question set retired_at = now() where id = $1', [one.id])
  one.retired = true
}

const remove = async ({ owners, answers }: Stage, which: number) => {
  const left = answers.filter(({ removed }) => !removed)
  const one = left[which % Math.max(1, left.length)]
  if (!one) return
  const { tenantId } = owners.find(({ uniqueId }) => uniqueId === one.owner)!
  const input = { uniqueId: one.id, reason: 'It names a person' }
  await app.as(chiefs.get(tenantId)).call(reviewAnswerApi.remove, input)
  one.removed = true
}

const act = (stage: Stage, one: Answer | Other) => {
  if (one.do === 'answer') return answer(stage, one)
  if (one.do === 'retire') return retire(stage, one.which)
  if (one.do === 'remove') return remove(stage, one.which)
  const groups = [...stage.questions.keys()]
  return askMore(stage, groups[one.which % groups.length]!, 1)
}

/** The running sums equal the sums of the answers that count, to the last digit; and so do the sums of all days. */
const checkSums = async ({ uniqueId }: ReviewOwner) => {
  const sums = (from: string) =>
    app.asOwner<{ day: string; sum: string }>(
      `select day::text, answers::int, trim_scale(sum)::text as sum from (${from}) sums order by day nulls first`,
      [uniqueId],
    )
  const entries = `(select a.day, a.score, 1 as sign from review_answer a where a.owner_id = $1 and a.deleted_at is null
    union all select greatest(a.day, n.day), a.score, -1 from review_answer a join review_answer n on n.id = a.superseded_by
    where a.owner_id = $1 and a.deleted_at is null) entry`
  const counted = 'coalesce(sum(sign), 0) as answers, coalesce(sum(sign * score), 0) as sum'
  const running = await sums(`select null::date as day, answers, score_sum as sum from trust_score where owner_id = $1
    union all select day, answers, score_sum from review_day where owner_id = $1 and (answers <> 0 or score_sum <> 0)`)
  const anew = await sums(
    `select null::date as day, ${counted} from ${entries} union all select day, ${counted} from ${entries} group by day
      having sum(sign) <> 0 or sum(sign * score) <> 0`,
  )
  expect(running.length === 0 ? [{ day: null, answers: 0, sum: '0' }] : running).toEqual(anew)
}

type Means = Parameters<typeof toRoundedDay>[0]

const meansAt = (one: Means | undefined) => one && JSON.stringify(toRounded(one.breakDownScore))

/** The days that change a mean: other days may be left out. */
const changesOf = (days: readonly Means[]) =>
  days.filter((one, number) => meansAt(one) !== meansAt(days[number - 1])).map(toRoundedDay)

const check = async ({ owners, questions, answers }: Stage) => {
  for (const owner of owners) {
    await checkSums(owner)
    const { answered, earlier, history, ...means } = expectedScore(answers, owner.uniqueId, questions.get(groupOf(owner))!)
    const { score, totalAnsweredReviews, totalEarlierReviews, breakDownScore } = await app
      .as(owner)
      .call(reviewAnswerApi.details, {})
    expect(toRounded({ ...breakDownScore, score })).toEqual(toRounded(means))
    expect([totalAnsweredReviews, totalEarlierReviews]).toEqual([answered, earlier])
    const days = await app.as(owner).call(reviewAnswerApi.historicData, {})
    expect(changesOf(days)).toEqual(changesOf(history))
  }
}

test('after any sequence of answering, adding, retiring and removing each score equals a recalculation from all answers', async () => {
  let answers = 0
  const histories = fc.asyncProperty(fc.array(operation, { minLength: 10, maxLength: 40 }), async (all) => {
    const stage = await stageOf()
    for (const one of all) await act(stage, one)
    await check(stage)
    answers += stage.answers.length
  })
  await fc.assert(histories, { numRuns: 15 })
  expect(answers).toBeGreaterThan(50)
}, 120_000)
