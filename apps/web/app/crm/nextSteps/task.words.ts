import type { NextStep } from '@tradewind/contract/crm/nextSteps.contract'
import { phrase, type Say } from '#kit/text'
import { dayOf } from '#ui/values/dates'
import { inWords } from '#ui/values/words'

/** Whoever does a task. */
export type Person = NextStep['assignedUser']

export const statusNames: Readonly<Record<NextStep['nextStepsStatus'], string>> = {
  OPEN: phrase('Open'),
  CLOSED: phrase('Closed'),
}

/** How the fields are called, in forms, details and history. */
export const labelsIn = (t: Say) => ({
  todo: t('Todo'),
  byWhen: t('By When'),
  assignedUser: t('User Assigned'),
  summaryUID: t('Summary'),
  nextStepsStatus: t('Status'),
})

const isStatus = (value: unknown): value is NextStep['nextStepsStatus'] =>
  typeof value === 'string' && Object.hasOwn(statusNames, value)

const isPerson = (value: unknown): value is Person => typeof value === 'object' && value !== null && 'fullName' in value

/** A field's value in words. */
export const showIn =
  (t: Say) =>
  (field: string, value: unknown): string => {
    if (isPerson(value)) return value.fullName
    if (isStatus(value)) return t(statusNames[value])
    return (field === 'byWhen' && typeof value === 'string' && dayOf(value)) || inWords(value)
  }
