import { type Language, language as languageOf } from '@tradewind/contract/kit/language'
import { MAX_STARS } from '@tradewind/contract/trust/review.constants'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hash } from 'node:crypto'
import { z } from 'zod'
import { type Database, tenantScope } from '#kit/database/database'
import { todayIn } from '#kit/days'
import { taggedBody } from '#kit/http/answer'
import type { users } from '#platform/schema/user.table'
import { hostName, type Tenant, type Tenants } from '#platform/tenant.queries'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { scopeOfOwner } from '../owner.ts'
import { type ChangeSource, createOwnerCache, findPublicOwner } from '../publicPage.queries.ts'
import { questionsByIds } from '../survey.queries.ts'
import { answersOf, type PublicAnswer } from './public.queries.ts'

type Owner = typeof users.$inferSelect

const emptySums = { sent: 0, answered: 0, answers: 0, earlier: 0, score: 0 }

/** The hashed text of an answer: its day, and its half steps by question in the order of the questions' ids. */
const hashedText = ({ day, ratings }: PublicAnswer) =>
  `${day} ${Object.entries(ratings)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([questionId, halfSteps]) => `${questionId}:${halfSteps}`)
    .join(',')}`

/** Hashes each answer together with the hash of the previous one: none can be changed or left out without changing all later ones. */
const toHashChain = (publicAnswers: readonly PublicAnswer[]) => {
  let previousHash = ''
  return publicAnswers.map((one) => {
    previousHash = hash('sha256', `${previousHash}\n${hashedText(one)}`)
    return { ...one, hash: previousHash }
  })
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
const scoreOf = ({ ratings }: PublicAnswer) => {
  const halfSteps = Object.values(ratings)
  return sum(halfSteps) / 2 / halfSteps.length
}

/** The weight of each question of this answer. */
const weightOf = ({ ratings }: PublicAnswer) => 1 / Object.keys(ratings).length

/** For a question: its mean, its weight in the score, and its contribution to the score. The weights add up to 1, the contributions to the score. */
const questionOf = (publicAnswers: readonly PublicAnswer[], questionId: string) => {
  const those = publicAnswers.filter(({ ratings }) => questionId in ratings)
  const starsOf = ({ ratings }: PublicAnswer) => (ratings[questionId] ?? 0) / 2
  return {
    questionId,
    answers: those.length,
    mean: those.length > 0 ? sum(those.map(starsOf)) / those.length : null,
    weight: those.length > 0 ? sum(those.map(weightOf)) / publicAnswers.length : 0,
    adds: those.length > 0 ? sum(those.map((one) => starsOf(one) * weightOf(one))) / publicAnswers.length : 0,
  }
}

const periodOf = (publicAnswers: readonly PublicAnswer[], questionIds: readonly string[]) => ({
  answers: publicAnswers.length,
  score: publicAnswers.length > 0 ? sum(publicAnswers.map(scoreOf)) / publicAnswers.length : null,
  stars: Array.from({ length: MAX_STARS }, (_, at) => MAX_STARS - at).map((stars) => ({
    stars,
    answers: publicAnswers.filter((one) => Math.max(1, Math.round(scoreOf(one))) === stars).length,
  })),
  questions: questionIds.map((id) => questionOf(publicAnswers, id)),
})

/** The first day of the twelve months that end on a day: the day after the same day of the year before; after 28 February, for 29 February. */
export const yearStart = (day: string) => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year - 1, month, 0)).getUTCDate()
  return new Date(Date.UTC(year - 1, month - 1, Math.min(date, lastOfMonth) + 1)).toISOString().slice(0, 10)
}

const rules = {
  answer: 'The score of an answer is the mean of its stars; a half step is half a star.',
  score:
    'The score is the mean of the scores of all answers that count. A question has in each answer the weight 1 / questions of the answer.',
  timeWeighting: 'None: an answer counts the same however old it is. The last 12 months are calculated beside all time.',
  repeated: 'Of one customer the newest answer counts; what it replaced is listed with counts: false.',
  removed: 'Answers that were removed are in no figure here but in counts.removed. Remarks whose words were removed still count.',
  chain:
    'SHA-256 in hexadecimal digits of: the hash before it (nothing for the first), a line feed, the day, a space, and questionId:halfSteps of its questions in the order of their ids, joined by commas.',
}

/** The whole calculation of an owner's score, without personal data: anybody can repeat it. */
const calculationOf = async (
  db: Database,
  owner: Owner,
  { page, timeZone, language }: { page: string; timeZone: string; language: Language },
) => {
  const { sums, given } = await answersOf(db, owner)
  const { sent, answered, answers, earlier, score } = sums ?? emptySums
  const ids = [...new Set(given.flatMap(({ ratings }) => Object.keys(ratings)))]
  const questions = [...(await questionsByIds(db.as(scopeOfOwner(owner)), ids, language)).values()]
  const order = questions.map(({ uniqueId }) => uniqueId)
  const to = todayIn(timeZone)
  const from = yearStart(to)
  const counted = given.filter(({ isEarlier }) => !isEarlier)
  const chain = toHashChain(given)
  return {
    version: 1,
    company: { uniqueId: owner.uniqueId, name: owner.userCompanyName, page },
    rules,
    score,
    counts: { sent, answered, counted: answers, earlier, removed: Math.max(0, answered - earlier - answers) },
    questions: questions.map(({ uniqueId, headline, question }) => ({ questionId: uniqueId, headline, question })),
    allTime: periodOf(counted, order),
    last12Months: {
      from,
      to,
      ...periodOf(
        counted.filter(({ day }) => day >= from && day <= to),
        order,
      ),
    },
    chain: { algorithm: 'SHA-256', length: chain.length, head: chain.at(-1)?.hash ?? null },
    /** Oldest first; half steps in the order of the questions. */
    answers: chain.map(({ day, ratings, isEarlier, viaLink, hash: link }) => ({
      day,
      halfSteps: order.map((id) => ratings[id] ?? null),
      counts: !isEarlier,
      verified: viaLink ? 'BY_LINK' : 'BY_INVITATION',
      hash: link,
    })),
  }
}

interface Needs extends ChangeSource {
  db: Database
  tenants: Tenants
  settings: TenantSettings
  originOf: (tenant: Tenant) => string
}

interface Calculation {
  tenantId: string
  ownerId: string
  body: ReturnType<typeof taggedBody>
}

const query = z.strictObject({ lang: languageOf.optional() })
const params = z.object({ uniqueId: z.uuid().toLowerCase() })

/** Parses the requested owner and language. Undefined if the URL is not valid. */
const parseRequest = (request: FastifyRequest) => {
  const [parsedParams, parsedQuery] = [params.safeParse(request.params), query.safeParse(request.query)]
  return parsedParams.success && parsedQuery.success
    ? { ownerId: parsedParams.data.uniqueId, lang: parsedQuery.data.lang }
    : undefined
}

const sendNotFound = (reply: FastifyReply) =>
  reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('Not found')

const sendCalculation = (request: FastifyRequest, reply: FastifyReply, { body }: Calculation) => {
  reply.headers({ 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*', vary: 'accept-encoding' })
  return body.send(request, reply, 'application/json; charset=utf-8')
}

/** Serves the calculation of the score of each company with a public page: no session, no cookie, cached like badges. */
export const mountScores = (app: FastifyInstance, needs: Needs) => {
  const { db, tenants, settings, originOf } = needs
  const cachedCalculation = createOwnerCache<Calculation>(needs, {
    name: 'calculations',
    entries: 2_000,
    sizeOf: ({ body }) => body.bytes * 3, // the text, its bytes, and the compressed bytes
  })

  const createCalculation = async (
    tenant: Tenant,
    ownerId: string,
    lang: Language | undefined,
  ): Promise<Calculation | undefined> => {
    const settingValues = await settings.of(tenant.uniqueId)
    if (!settingValues.REVIEWS_ENABLED) return undefined
    const owner = await findPublicOwner(db.as(tenantScope(tenant.uniqueId)), ownerId)
    if (!owner) return undefined
    const page = `${originOf(tenant)}/company/${ownerId}`
    const language = lang ?? (settingValues.DEFAULT_LANGUAGE as Language)
    const text = JSON.stringify(await calculationOf(db, owner, { page, timeZone: settingValues.TIME_ZONE, language }))
    return { tenantId: tenant.uniqueId, ownerId, body: taggedBody(text, { compressed: true }) }
  }

  app.get('/company/:uniqueId/score.json', async (request, reply) => {
    const parsed = parseRequest(request)
    const tenant = parsed && ((await tenants.byHost(hostName(request.hostname))) ?? (await tenants.main()))
    if (!tenant || tenant.deletedAt) return sendNotFound(reply)
    const { ownerId, lang } = parsed
    const calculation = await cachedCalculation([tenant.uniqueId, ownerId, lang].join(' '), () =>
      createCalculation(tenant, ownerId, lang),
    )
    return calculation ? sendCalculation(request, reply, calculation) : sendNotFound(reply)
  })
}
