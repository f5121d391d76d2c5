import type { Language } from '@tradewind/contract/kit/language'
import { HIGHEST } from '@tradewind/contract/trust/review.words'
import { hash } from 'node:crypto'
import type { Database } from '#kit/database/database'
import { todayIn } from '#kit/days'
import type { users } from '#platform/schema/user.table'
import { scopeOfOwner } from '../owner.ts'
import { questionsByIds } from '../survey/reviewQuestion.queries.ts'
import { answersOf, type Given } from './public.queries.ts'

type Owner = typeof users.$inferSelect

const nothing = { sent: 0, answered: 0, answers: 0, earlier: 0, score: 0 }

/** What is hashed of an answer: its day, and its half steps by question in the order of the questions' ids. */
const textOf = ({ day, ratings }: Given) =>
  `${day} ${Object.entries(ratings)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([questionId, halfSteps]) => `${questionId}:${halfSteps}`)
    .join(',')}`

/** Each answer's hash is that of the one before it and of its own text: none can be changed or left out without all after it. */
const chained = (given: readonly Given[]) => {
  let last = ''
  return given.map((one) => {
    last = hash('sha256', `${last}\n${textOf(one)}`)
    return { ...one, hash: last }
  })
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
const scoreOf = ({ ratings }: Given) => {
  const halfSteps = Object.values(ratings)
  return sum(halfSteps) / 2 / halfSteps.length
}

/** What a question of this answer weighs. */
const weightOf = ({ ratings }: Given) => 1 / Object.keys(ratings).length

/** By question: its mean, the weight that it has in the score, and what it adds to it. The weights make 1, what is added makes the score. */
const questionOf = (given: readonly Given[], questionId: string) => {
  const those = given.filter(({ ratings }) => questionId in ratings)
  const starsOf = ({ ratings }: Given) => (ratings[questionId] ?? 0) / 2
  return {
    questionId,
    answers: those.length,
    mean: those.length > 0 ? sum(those.map(starsOf)) / those.length : null,
    weight: those.length > 0 ? sum(those.map(weightOf)) / given.length : 0,
    adds: those.length > 0 ? sum(those.map((one) => starsOf(one) * weightOf(one))) / given.length : 0,
  }
}

const periodOf = (given: readonly Given[], questionIds: readonly string[]) => ({
  answers: given.length,
  score: given.length > 0 ? sum(given.map(scoreOf)) / given.length : null,
  stars: Array.from({ length: HIGHEST }, (_, at) => HIGHEST - at).map((stars) => ({
    stars,
    answers: given.filter((one) => Math.max(1, Math.round(scoreOf(one))) === stars).length,
  })),
  questions: questionIds.map((id) => questionOf(given, id)),
})

/** The first day of the twelve months that end on a day. */
export const yearUntil = (day: string) => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year - 1, month - 1, date + 1)).toISOString().slice(0, 10)
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

/** The whole calculation of an owner's score, without persons: whoever has it can do it again. */
export const calculationOf = async (
  db: Database,
  owner: Owner,
  { page, timeZone, language }: { page: string; timeZone: string; language: Language },
) => {
  const { sums, given } = await answersOf(db, owner)
  const { sent, answered, answers, earlier, score } = sums ?? nothing
  const ids = [...new Set(given.flatMap(({ ratings }) => Object.keys(ratings)))]
  const questions = [...(await questionsByIds(db.as(scopeOfOwner(owner)), ids, language)).values()]
  const order = questions.map(({ uniqueId }) => uniqueId)
  const to = todayIn(timeZone)
  const from = yearUntil(to)
  const counted = given.filter(({ isEarlier }) => !isEarlier)
  const chain = chained(given)
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
    /** The first first; half steps in the order of the questions. */
    answers: chain.map(({ day, ratings, isEarlier, viaLink, hash: link }) => ({
      day,
      halfSteps: order.map((id) => ratings[id] ?? null),
      counts: !isEarlier,
      verified: viaLink ? 'BY_LINK' : 'BY_INVITATION',
      hash: link,
    })),
  }
}
