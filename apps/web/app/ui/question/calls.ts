import type { UseQueryResult } from '@tanstack/react-query'
import type { Rows } from '#kit/api/calls'
import { useAnswer, useList, useSend } from '#kit/api/query'
import type { QuestionConfig, Question, QuestionKind } from '#ui/question/questionConfig'

// The routes of both kinds are spelt here alone, as those of one of them: the calls are alike but for the group's field.
const listing = (kind: QuestionKind) => `GET /api/${kind}/` as 'GET /api/reviewQuestion/'
const updating = (kind: QuestionKind) => `PATCH /api/${kind}/` as 'PATCH /api/reviewQuestion/'

/** All that is asked in a group, in its order. */
const askedOf = ({ group: { field } }: QuestionConfig, group: string) =>
  ({ [field]: group, retired: 'false', sort: 'position', page: 0, size: 200 }) as { page: number }

/** What is no longer asked, the newest first. */
const retiredOf = ({ group: { field } }: QuestionConfig, group: string) =>
  ({ [field]: group, retired: 'true', sort: '-dateCreated', page: 0, size: 500 }) as { page: number }

type Listed = UseQueryResult<Rows<Question>>

export const useAsked = (asking: QuestionConfig, group: string) =>
  useList(listing(asking.kind), askedOf(asking, group)) as unknown as Listed
export const useRetired = (asking: QuestionConfig, group: string) =>
  useList(listing(asking.kind), retiredOf(asking, group)) as unknown as Listed

/** What the cache holds of what is asked in a group. */
export const useAskedAnswer = (asking: QuestionConfig, group: string) => {
  const { change } = useAnswer(listing(asking.kind), askedOf(asking, group))
  return (changed: (list: Rows<Question>) => Rows<Question>) => change(changed as unknown as Parameters<typeof change>[0])
}

/** Changes go out one after another: a place counts in the order that those before it have left. */
export const useUpdate = ({ kind }: QuestionConfig) => useSend(updating(kind), { inTurn: 'questions' })
