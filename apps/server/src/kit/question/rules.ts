import { say } from '@tradewind/contract/kit/say'
import { and, eq, ne } from 'drizzle-orm'
import type { Tx } from '../database/database.ts'
import { conflict, invalid } from '../errors.ts'
import { changesOf } from '../record/audit.ts'
import { groupColumn, isAsked, LAST, type Question, type Questions } from './questions.ts'

type Standing = Pick<Question, 'uniqueId' | 'retiredAt'> & Record<string, unknown>

const ANSWERED = say('This question has answers and stays as it is. Retire it and add a new one.')

/** Refuses other words for a question that was answered; how they are translated may be corrected. */
export const keepsItsWords = ({ words }: Questions, before: Question, change: Record<string, unknown>) => {
  const changed = Object.keys(changesOf(before, Object.fromEntries(words.map((field) => [field, change[field]]))))
  if (before.answeredAt && changed.length > 0) throw invalid(Object.fromEntries(changed.map((field) => [field, ANSWERED])))
}

/** How many are asked of a group, or of all, but for one. */
export const countAsked = (tx: Tx, of: Questions, group?: unknown, butId?: string) => {
  const isOfGroup = group === undefined ? undefined : eq(groupColumn(of), group)
  const isOther = butId ? ne(of.table.uniqueId, butId) : undefined
  return tx.$count(of.table, and(isOfGroup, isOther, isAsked(of)))
}

/** Refuses to leave whoever is asked without a question. */
export const oneStays = async (tx: Tx, of: Questions, before: Standing, after?: Standing) => {
  const isEach = of.oneOf === 'each'
  const staysThere = !isEach || after?.[of.group] === before[of.group]
  const isLeft = before.retiredAt !== null || (after?.retiredAt === null && staysThere)
  if (isLeft || (await countAsked(tx, of, isEach ? before[of.group] : undefined, before.uniqueId)) > 0) return
  throw conflict(of.last)
}

/** The place of a question among those of its group: the one that is wished, or behind all others. */
export const placeIn = async (tx: Tx, of: Questions, group: unknown, wished: number, uniqueId?: string) =>
  Math.min(wished, (await countAsked(tx, of, group, uniqueId)) + 1)

/** The place of a question that is changed: it stays where it stood, unless it comes from elsewhere or wishes for another. */
export const placeAfter = async (tx: Tx, of: Questions, before: Question, after: Standing, wished: number | undefined) => {
  if (after.retiredAt !== null) {
    if (wished === undefined || wished === before.position) return before.position
    throw invalid({ position: say('A retired question has no place. Ask it again first.') })
  }
  const isThere = before.retiredAt === null && before[of.group] === after[of.group]
  return placeIn(tx, of, after[of.group], wished ?? (isThere ? before.position : LAST), before.uniqueId)
}
