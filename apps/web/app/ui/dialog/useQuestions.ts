import type { Belonging } from '@tradewind/contract/kit/entitySchemas'
import type { Kind } from '#kit/api/calls'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { type Say, useText } from '#kit/text'
import { trashNameOf, useBack } from '#ui/dialog/belonging'
import { useToast } from '#ui/page/toast'

/** Takes deleted records out of the trash again, and says so. */
export const useUndo = (kind: Kind) => useUndoOf(trashNameOf(kind))

/** The same of a kind as the trash calls it. */
export const useUndoOf = (kind: string) => {
  const t = useText()
  const toast = useToast()
  const back = useBack()
  const restore = useSend('POST /api/trash/restore')
  const said = (count: number, belonging: readonly Belonging[]) =>
    count === 1 && belonging.length === 0 ? t('It is back.') : back(count, belonging)
  return (uniqueIds: string[]) => {
    const count = uniqueIds.length
    return restore.mutateAsync({ kind, uniqueIds }).then(
      ({ data }) => toast.show({ title: t('SUCCESS'), text: said(count, data.belonging) }),
      (error: unknown) => toast.failure(failureOf(error)),
    )
  }
}

/** What is beside "You won't be able to revert this!" where there is a trash. */
export const staysInTrash = (t: Say, count: number) =>
  t('It stays in the trash for 30 days.|They stay in the trash for 30 days.', { count })

const most = 8

/** The names of what a question is about: so many, and how many more there are. */
const namedIn = (t: Say, all: readonly string[]) => {
  const names = all.slice(0, most).join(', ')
  return all.length > most ? t('{names} and {count} more', { names, count: all.length - most }) : names
}

interface Told {
  /** What goes with it. */
  also?: string | null
  /** Nothing brings it back. */
  forGood?: boolean
}

/** The questions that are asked before something is deleted. */
export const useQuestions = () => {
  const t = useText()
  const question = { title: t('Are you sure?'), no: t('Cancel') }
  const final = t("You won't be able to revert this!")
  return {
    alone: (about: string, { also, forGood = false }: Told = {}) => ({
      ...question,
      about,
      text: final,
      also: [also, forGood ? null : staysInTrash(t, 1)].filter((line) => typeof line === 'string'),
      yes: t('Yes, delete it!'),
    }),
    /** The second question, where others belong to some of them. */
    withOthers: (names: readonly string[], also: string | null) => ({
      ...question,
      about: namedIn(t, names),
      text: also ?? final,
      also: [staysInTrash(t, 2)],
      yes: t('Yes, Delete All!'),
    }),
    remove: (about: string, text: string) => ({ ...question, about, text: final, also: [text], yes: t('Yes, remove it!') }),
  }
}
