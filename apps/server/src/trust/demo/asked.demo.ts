import { halfSteps, HIGHEST, type InvitationState, type ReviewType } from '@tradewind/contract/trust/review.words'
import { atWork, dayFromToday, drawn, minutesAfter, rowsOf } from '#kit/record/demo'
import { apologies, said, thanks } from './said.demo.ts'

const DAY = 24 * 60
/** Days in which an invitation can be answered. */
const OPEN = 90

/** Somebody who may be asked. */
export interface Customer {
  contactId: string
  firstName: string
  lastName: string
  title: string
  companyName: string
  contactRole: 'DECISION_MAKER' | 'INFLUENCER' | 'NO_INFLUENCE'
  email: string
  number: string | null
  /** Unknown where they are no contact any more. */
  country?: string
  /** Before that they were unknown. */
  dateCreated?: string
}

/** Whose customers are asked, and how they find it. */
export interface Reviewed {
  /** Makes what is drawn another for everybody. */
  seed: string
  reviewType: ReviewType
  questions: readonly string[]
  /** Stars about which answers lie. */
  level: number
  /** What was said already: nobody says it again. */
  heard: Set<string>
}

export interface Answer {
  at: string
  /** Half steps by question. */
  ratings: Record<string, number>
  stars: number
  remark: string | null
  remarkPublic: boolean
  showAsTestimonial: boolean
  ownerReply: string | null
}

export interface Asked {
  customer: Customer
  state: InvitationState
  at: string
  answer?: Answer
}

const linesOf = (text: string) => rowsOf(text).map(([line]) => line!)

const pick = (text: string, ...words: readonly unknown[]) => {
  const lines = linesOf(text)
  return lines[drawn(lines.length, ...words)]!
}

/** Half steps about a level, each question a little off. */
const ratingsOf = ({ seed, level, questions }: Reviewed, who: string) => {
  const mood = ([-2, -1, -0.5, 0, 0, 0.5, 0.5, 0.5][drawn(8, seed, who, 'mood')] ?? 0) + level
  const rated = questions.map((id, at) => {
    const stars = halfSteps(mood + (drawn(3, seed, who, at) - 1) / 2)
    return [id, Math.min(HIGHEST, Math.max(0.5, stars)) * 2] as const
  })
  return Object.fromEntries(rated)
}

const wordsFor = ({ seed, reviewType, heard }: Reviewed, who: string, stars: number) => {
  if (drawn(10, seed, who, 'speaks') > 5) return null
  const kind = stars >= 3.9 ? 'good' : 'fair'
  const fresh = linesOf(said[reviewType][stars < 2.75 ? 'poor' : kind]).filter((line) => !heard.has(line))
  const words = fresh[drawn(Math.max(1, fresh.length), seed, who, 'words')] ?? null
  if (words) heard.add(words)
  return words
}

const replyTo = ({ seed }: Reviewed, { firstName, email }: Customer, stars: number) => {
  if (drawn(3, seed, email, 'reply') > 0) return null
  return pick(stars >= 3.5 ? thanks : apologies, seed, email, 'reply').replace('{name}', firstName)
}

const answerOf = (reviewed: Reviewed, customer: Customer, at: string): Answer => {
  const { seed } = reviewed
  const { email } = customer
  const ratings = ratingsOf(reviewed, email)
  const stars = Object.values(ratings).reduce((sum, one) => sum + one, 0) / 2 / reviewed.questions.length
  const remark = wordsFor(reviewed, email, stars)
  const remarkPublic = remark !== null && drawn(4, seed, email, 'public') > 0
  const showAsTestimonial = remarkPublic && (stars >= 3.5 || drawn(3, seed, email, 'shown') === 0)
  const ownerReply = remarkPublic ? replyTo(reviewed, customer, stars) : null
  return { at, ratings, stars, remark, remarkPublic, showAsTestimonial, ownerReply }
}

/** What became of an invitation that went out so many days ago and was not answered. */
const unanswered = (days: number, chance: number): InvitationState => {
  if (chance < 3) return 'FAILED'
  if (days > OPEN) return 'EXPIRED'
  return chance < 6 ? 'UNCERTAIN' : 'SENT'
}

/** Somebody is asked, so many days ago; more than half answer, most of them soon. */
const askOne = (reviewed: Reviewed, customer: Customer, days: number): Asked => {
  const { seed } = reviewed
  const chance = drawn(100, seed, customer.email, 'outcome')
  const at = atWork(dayFromToday(-days), seed, 'campaign')
  const wait = drawn(drawn(5, seed, customer.email, 'soon') > 1 ? 5 * DAY : 75 * DAY, seed, customer.email, 'wait')
  const answeredAt = minutesAfter(at, 40 + wait)
  const isAnswered = chance >= 38 && Date.parse(answeredAt) < Date.now()
  if (!isAnswered) return { customer, state: unanswered(days, chance), at }
  return { customer, state: 'ANSWERED', at, answer: answerOf(reviewed, customer, answeredAt) }
}

/**
 * Campaigns so many days ago: in each those are asked who were known and have not been asked before. Of contacts a few are left, who
 * can be asked today.
 */
export const ask = (reviewed: Reviewed, all: readonly Customer[], campaigns: readonly number[]): Asked[][] => {
  const shuffled = all.toSorted((one, other) => drawn(1e9, reviewed.seed, one.email) - drawn(1e9, reviewed.seed, other.email))
  const left = new Set(shuffled)
  return campaigns.map((days, at) => {
    const begins = atWork(dayFromToday(-days), reviewed.seed, 'campaign')
    const known = [...left].filter(({ dateCreated = '' }) => dateCreated < begins)
    const share = known.some(({ dateCreated }) => dateCreated) ? 0.85 : 1 / (campaigns.length - at)
    const asked = known.slice(0, Math.ceil(known.length * share))
    for (const one of asked) left.delete(one)
    return asked.map((customer) => askOne(reviewed, customer, days))
  })
}
