import type { TopicState } from '@tradewind/contract/site/member/topic.fields'
import { eq } from 'drizzle-orm'
import type { Tx } from '#kit/database/database'
import { dayFromToday, minutesAfter, parseTable, timeAtWork } from '#kit/record/demo'
import type { users } from '#platform/schema/user.table'
import { contents } from '#site/schema/content.table'
import { monthIn } from './quota.ts'
import {
  questionEntity,
  questions,
  topicEntity,
  topics,
  topicVotes,
  webCallEntity,
  webCallHours,
  webCalls,
} from './schema/member.table.ts'

/** By tenant: member | the day, counted from today | the question | in full | the answer, or the assignee */
const questionRows: Readonly<Record<string, string>> = {
  main: `
advance | -96 | Which class for depth loggers in Norway? | We ship loggers with a lithium battery. Which customs code and which class of dangerous goods hold? | 9015 80 with UN 3481 for those packed with the device. The carrier wants the declaration of the cell's maker.
advance | -34 | How long is a dealer bound? | Our dealer in Galway wants an exclusive contract for five years. What is usual? | Two years, with a minimum turnover, and a notice of six months. Five years bind you more than the dealer.
pro | -61 | Approval for drinking water in France | Our ACS for the DN 50 ends in summer. Can we sell what is in stock? | What was placed on the market before the end may be sold. Order the test now: laboratories take four months.
pro | -6 | Payment terms of Spanish installers | They ask for 90 days. Is there a limit? | level3
business | -3 | Fire class for wall elements in Minnesota | Which laboratories does the state accept? |`,
}

/** By tenant: member | the day | the topic | the description | status | the day, the article or the reason | other voters */
const topicRows: Readonly<Record<string, string>> = {
  main: `
advance | -120 | Fairs for marine technology | Which fairs are worth a stand for makers of instruments, and which a visit? | PLANNED | 40 | pro business
pro | -88 | Currency clauses in long contracts | How do others share the risk of the exchange rate in frame contracts over several years? | PROPOSED | | advance
business | -70 | Timber regulation of the EU | What must a sawmill show from next year on, and to whom? | PROPOSED | | pro advance
advance | -45 | Price lists for dealers | A template with discounts by quantity | DECLINED | Our consultants make these with you in a web call. |
business | -200 | Choosing a distributor | How do others find one, and what do they ask first? | PUBLISHED | Eleven questions to ask a distributor before you sign | pro
pro | -15 | Hiring the first salesperson abroad | Employer of record, own company or agent: costs and pitfalls | PROPOSED | |`,
}

/** By tenant: member | the days from today | the hour | about */
const webCallRows: Readonly<Record<string, string>> = {
  main: `
advance | -40 | 09:00 | The dealer contract for Galway
pro | -19 | 13:30 | Prices for the DN 50 in Spain
pro | 6 | 10:00 | A stand at the fair in Zaragoza
business | 9 | 14:00 | Approval of wall elements in Minnesota`,
}

const ZONE = 'Europe/Berlin'
const WEEK = [1, 2, 3, 4, 5].map((day) => ({ day, from: '09:00', until: '16:00' }))

type User = typeof users.$inferSelect
type People = (name: string | undefined) => User | undefined

const labelOf = ({ firstName, lastName, userCompanyName }: User) =>
  [`${firstName} ${lastName}`, userCompanyName].filter(Boolean).join(', ')

const addQuestions = async (tx: Tx, tenant: string, person: People) => {
  const nth = new Map<string, number>()
  for (const [who, day, title, text, answer] of parseTable(questionRows[tenant])) {
    const member = person(who)!
    const at = timeAtWork(dayFromToday(Number(day)), title)
    const month = monthIn('UTC', new Date(at))
    const number = (nth.get(who! + month) ?? 0) + 1
    nth.set(who! + month, number)
    const expert = person(answer || undefined)
    const isAnswered = Boolean(answer) && !expert
    const fields = {
      title: title!,
      text: text!,
      member: labelOf(member),
      assignedUser: (expert ?? (isAnswered ? person('level3') : undefined))?.uniqueId ?? null,
      dueDate: dayFromToday(Number(day) + 7),
      ...(isAnswered && { answer: answer!, state: 'ANSWERED' as const, answeredAt: minutesAfter(at, 2900) }),
      month,
      nth: number,
    }
    const stamps = { createdBy: member.uniqueId, dateCreated: at, updatedAt: isAnswered ? minutesAfter(at, 2900) : at }
    await tx.insert(questions).values({ ...fields, ...stamps, ...questionEntity.computedColumns(fields) })
  }
}

const articleNamed = async (tx: Tx, title: string) => {
  const [article] = await tx.select({ id: contents.uniqueId }).from(contents).where(eq(contents.title, title))
  return article!.id
}

/** The field that belongs to a status: the planned day, the published article, or the reason for declining. */
const stateFields = async (tx: Tx, state: TopicState, detail: string | undefined) => ({
  state,
  plannedFor: state === 'PLANNED' ? dayFromToday(Number(detail)) : null,
  content: state === 'PUBLISHED' ? await articleNamed(tx, detail!) : null,
  reason: state === 'DECLINED' ? detail! : null,
})

const addTopics = async (tx: Tx, tenant: string, person: People) => {
  for (const [who, day, title, text, state, detail, voters = ''] of parseTable(topicRows[tenant])) {
    const member = person(who)!
    const voterIds = [who, ...voters.split(' ').filter(Boolean)].map((name) => person(name)!.uniqueId)
    const at = timeAtWork(dayFromToday(Number(day)), title)
    const fields = { title: title!, text: text!, ...(await stateFields(tx, state as TopicState, detail)), votes: voterIds.length }
    const stamps = { createdBy: member.uniqueId, dateCreated: at, updatedAt: at }
    const [topic] = await tx
      .insert(topics)
      .values({ ...fields, ...stamps, ...topicEntity.computedColumns(fields as never) })
      .returning()
    await tx.insert(topicVotes).values(voterIds.map((userId) => ({ topicId: topic!.uniqueId, userId })))
  }
}

const addWebCalls = async (tx: Tx, tenant: string, person: People) => {
  const host = person('level3')
  if (!host) return
  await tx.insert(webCallHours).values({ userId: host.uniqueId, timeZone: ZONE, weekly: WEEK, daysOff: [], meetingLink: null })
  const nth = new Map<string, number>()
  for (const [who, days, hour, about] of parseTable(webCallRows[tenant])) {
    const member = person(who)!
    const day = dayFromToday(Number(days))
    const startsAt = `${day}T${hour}:00.000Z`
    const month = day.slice(0, 7)
    const number = (nth.get(who! + month) ?? 0) + 1
    nth.set(who! + month, number)
    const at = timeAtWork(dayFromToday(Math.min(Number(days) - 8, -1)), about)
    const fields = { startsAt, about: about!, member: labelOf(member), hostId: host.uniqueId, month, nth: number }
    const stamps = { createdBy: member.uniqueId, dateCreated: at, updatedAt: at }
    await tx.insert(webCalls).values({ ...fields, ...stamps, ...webCallEntity.computedColumns(fields) })
  }
}

/** Adds a year of questions, topics and calls of members with larger plans. `people`: the users of the tenant. */
export const addAdvice = async (tx: Tx, tenant: string, people: readonly User[]) => {
  const byName = new Map(people.map((one) => [one.emailAddress.split('@')[0]!, one]))
  const person: People = (name) => byName.get(name ?? '')
  await addQuestions(tx, tenant, person)
  await addTopics(tx, tenant, person)
  await addWebCalls(tx, tenant, person)
}
