import type { Belonging } from '@tradewind/contract/kit/entitySchemas'
import { phrase } from '@tradewind/contract/kit/phrase'
import type { Kind } from '#kit/api/calls'
import { type Failure, failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { useRemove } from '#kit/api/records'
import { dropRecent } from '#kit/browser/recents'
import { useActor } from '#kit/session'
import { type Translate, useLanguage, useText } from '#kit/text'
import { useToast } from '#ui/page/toast'
import { DeleteItem, type RemovableRecord } from '#ui/record/RowMenu'
import { confirm } from './confirm.tsx'

/** How many records belong to another, by kind. */
type Dependents = Readonly<Record<string, number>>

/** The records that belong to a record, if the server rejected its deletion because of them. */
export const dependentsIn = ({ status, data }: Failure): Dependents | null => {
  const counts = Object.entries(data ?? {})
  const areCounts = counts.length > 0 && counts.every(([, count]) => typeof count === 'number')
  return status === 409 && areCounts ? (data as Dependents) : null
}

const countTexts: Readonly<Record<string, string>> = {
  contact: phrase('{count} contact|{count} contacts'),
  meetingReport: phrase('{count} meeting report|{count} meeting reports'),
  summary: phrase('{count} summary|{count} summaries'),
  nextSteps: phrase('{count} task|{count} tasks'),
  projectCompany: phrase('{count} place in a project|{count} places in projects'),
}
const otherRecordsText = phrase('{count} other record|{count} other records')

type Person = Belonging['people'][number]

const sumCounts = (rows: readonly { count: number }[]) => rows.reduce((all, { count }) => all + count, 0)

/** Merges several answers into one, by kind and by owner. */
const mergeBelonging = (belonging: readonly Belonging[]): Belonging[] =>
  [...Map.groupBy(belonging, ({ kind }) => kind)].map(([kind, same]) => {
    const people = Map.groupBy(
      same.flatMap((one) => one.people),
      ({ uniqueId }) => uniqueId,
    )
    return { kind, count: sumCounts(same), people: [...people.values()].map((rows) => ({ ...rows[0]!, count: sumCounts(rows) })) }
  })

/** '2 summaries and 3 tasks (you: 1, Anna Berg: 2)': owners are named if some records are somebody else's. Several answers are added up. */
export const formatBelonging = (t: Translate, language: string, myId: string, belonging: readonly Belonging[]) => {
  const nameOf = ({ uniqueId, fullName }: Person) => (uniqueId === myId ? t('you') : (fullName ?? t('former user')))
  const phrases = mergeBelonging(belonging).map(({ kind, count, people }) => {
    const records = t(countTexts[kind] ?? otherRecordsText, { count })
    if (people.every(({ uniqueId }) => uniqueId === myId)) return records
    const mostFirst = people.toSorted((one, other) => other.count - one.count)
    const mineFirst = mostFirst.toSorted((one, other) => Number(other.uniqueId === myId) - Number(one.uniqueId === myId))
    const names = mineFirst.map((person) => (people.length > 1 ? `${nameOf(person)}${t(':')} ${person.count}` : nameOf(person)))
    return `${records} (${names.join(', ')})`
  })
  return new Intl.ListFormat(language).format(phrases)
}

/** The trash's name of a kind: the first part of its calls' path. */
const trashNameOf = (kind: string) => kind.split('/')[0]!

/** The kinds whose records can have belonging. */
const kindsWithBelonging: readonly Kind[] = ['company', 'project', 'meetingReport', 'summary']

/** Sentences about the belonging of so many records: that it is deleted with them (null if there is none), and that they are restored with it. */
export const useBelongingFormatter = () => {
  const t = useText()
  const language = useLanguage()
  const { uniqueId: myId } = useActor()
  const recordsIn = (belonging: readonly Belonging[]) => formatBelonging(t, language, myId, belonging)
  return {
    gone: (count: number, belonging: readonly Belonging[]) => {
      if (belonging.length === 0) return null
      return t(
        'These belong to it and will be deleted as well: {records}.|These belong to them and will be deleted as well: {records}.',
        { count, records: recordsIn(belonging) },
      )
    },
    back: (count: number, belonging: readonly Belonging[]) => {
      if (belonging.length === 0) return t('{count} record is back.|{count} records are back.', { count })
      const records = recordsIn(belonging)
      return t('{count} record is back, with {records}.|{count} records are back, with {records}.', { count, records })
    },
  }
}

/** Fetches what would be deleted along with records, and returns a sentence about it. Null if nothing would. */
const useBelongingNotice = (kind: Kind) => {
  const { gone } = useBelongingFormatter()
  const { mutateAsync } = useSend('POST /api/trash/belonging', { changes: [] })
  return async (uniqueIds: string[]) => {
    if (!kindsWithBelonging.includes(kind)) return null
    const { data } = await mutateAsync({ kind: trashNameOf(kind), uniqueIds })
    return gone(uniqueIds.length, data.rows)
  }
}

/** Restores deleted records of a kind from the trash, and shows a toast. */
export const useUndo = (kind: string) => {
  const t = useText()
  const toast = useToast()
  const { back } = useBelongingFormatter()
  const restore = useSend('POST /api/trash/restore')
  const restoredText = (count: number, belonging: readonly Belonging[]) =>
    count === 1 && belonging.length === 0 ? t('It is back.') : back(count, belonging)
  return (uniqueIds: string[]) => {
    const count = uniqueIds.length
    return restore.mutateAsync({ kind: trashNameOf(kind), uniqueIds }).then(
      ({ data }) => toast.show({ title: t('SUCCESS'), text: restoredText(count, data.belonging) }),
      (error: unknown) => toast.failure(failureOf(error)),
    )
  }
}

/** Shown beside "You won't be able to revert this!" for kinds that go to the trash. */
export const trashNotice = (t: Translate, count: number) =>
  t('It stays in the trash for 30 days.|They stay in the trash for 30 days.', { count })

const MAX_NAMES = 8

/** The names of the records in question: at most 8, and how many more there are. */
const formatNames = (t: Translate, all: readonly string[]) => {
  const names = all.slice(0, MAX_NAMES).join(', ')
  return all.length > MAX_NAMES ? t('{names} and {count} more', { names, count: all.length - MAX_NAMES }) : names
}

interface QuestionOptions {
  /** A sentence about what is deleted along with it, or several. */
  cascadeNotice?: string | null
  notices?: readonly string[]
  /** It cannot be restored. */
  isPermanent?: boolean
}

/** The questions to confirm before something is deleted. */
const useQuestions = () => {
  const t = useText()
  const question = { title: t('Are you sure?') }
  const final = t("You won't be able to revert this!")
  return {
    alone: (recordName: string, { cascadeNotice, notices = [], isPermanent = false }: QuestionOptions = {}) => ({
      ...question,
      recordName,
      text: final,
      details: [cascadeNotice, ...notices, isPermanent ? null : trashNotice(t, 1)].filter((line) => typeof line === 'string'),
      confirmLabel: t('Yes, delete it!'),
    }),
    /** The second question, if other records belong to some of them. */
    withOthers: (names: readonly string[], cascadeNotice: string | null) => ({
      ...question,
      recordName: formatNames(t, names),
      text: cascadeNotice ?? final,
      details: [trashNotice(t, 2)],
      confirmLabel: t('Yes, Delete All!'),
    }),
    remove: (recordName: string, text: string, confirmLabel = t('Yes, remove it!')) => ({
      ...question,
      recordName,
      text: final,
      details: [text],
      confirmLabel,
    }),
  }
}

interface RemovalOptions {
  /** It cannot be restored: it does not go to the trash, and there is no Undo. */
  isPermanent?: boolean
  /** The record is only removed from something and not deleted: a sentence that says what that means. */
  removing?: string
  /** The button that confirms that, if it is not *Yes, remove it!*. */
  removeLabel?: string
  /** Fetches further sentences about what goes with it. */
  fetchNotices?: (uniqueId: string) => Promise<readonly string[]>
}

/** Kinds that are deleted without a question: Undo is enough. */
const kindsWithoutQuestion: readonly Kind[] = ['event']
/** Kinds of which the server rejects deleting a record with dependents, unless the call asks for a cascade. */
const kindsWithCascade: readonly Kind[] = ['company']

/**
 * Deletes a record after a confirmation, and offers Undo. Its belonging is deleted and restored with it: the confirmation says how many records
 * and whose, in a second dialog if the server requires it. Returns whether the record was deleted.
 */
export const useConfirmedRemove = (
  kind: Kind,
  { isPermanent = false, removing, removeLabel, fetchNotices }: RemovalOptions = {},
) => {
  const toast = useToast()
  const remove = useRemove(kind)
  const undo = useUndo(kind)
  const questions = useQuestions()
  const belonging = useBelongingNotice(kind)

  const send = async (uniqueId: string, cascade: boolean) => {
    const reply = await remove.mutateAsync({ uniqueId, ...(cascade && { cascade }) })
    dropRecent(uniqueId)
    toast.reply(reply, isPermanent ? undefined : () => void undo([uniqueId]))
    return true
  }
  return async (uniqueId: string, name: string) => {
    const isSure = async () => {
      if (kindsWithoutQuestion.includes(kind)) return true
      const cascadeNotice = kindsWithCascade.includes(kind) ? null : await belonging([uniqueId])
      const notices = await fetchNotices?.(uniqueId)
      const options = { cascadeNotice, isPermanent, ...(notices && { notices }) }
      return confirm(removing ? questions.remove(name, removing, removeLabel) : questions.alone(name, options))
    }
    const sendAll = async (refusal: unknown) => {
      if (!dependentsIn(failureOf(refusal))) throw refusal
      return (await confirm(questions.withOthers([name], await belonging([uniqueId])))) && send(uniqueId, true)
    }
    const removeIfSure = async () => (await isSure()) && send(uniqueId, false).catch(sendAll)
    return removeIfSure().catch((error: unknown) => {
      toast.failure(failureOf(error))
      return false
    })
  }
}

/** Deletes a record of a list. Loaded with the first menu that is opened. */
export const RemoveItem = ({ kind, uniqueId, name, text }: RemovableRecord) => {
  const remove = useConfirmedRemove(kind)
  return <DeleteItem text={text} onClick={() => void remove(uniqueId, name)} />
}
