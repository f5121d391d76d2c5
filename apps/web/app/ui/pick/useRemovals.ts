import type { Kind } from '#kit/api/calls'
import { Failure } from '#kit/api/failure'
import { useRemoveEach } from '#kit/api/records'
import { type Say, useLanguage, useText } from '#kit/text'
import { confirm } from '#ui/confirm/confirm'
import { dependentsInWords, dependentsOfAll } from '#ui/confirm/dependents'
import { useUndo } from '#ui/confirm/useUndo'
import { refusalsOf } from '#ui/pick/refusals'
import { useToast } from '#ui/toast/toast'

interface Named {
  uniqueId: string
  name: string
}

/** Sends a call for each. Where others belong to some of the records, a second confirmation says how many, and they go with those. */
const useSending = (kind: Kind) => {
  const t = useText()
  const language = useLanguage()
  const { mutateAsync, isPending } = useRemoveEach(kind)
  const send = (records: readonly Named[], cascade: boolean) =>
    mutateAsync(records.map(({ uniqueId }) => ({ uniqueId, ...(cascade && { cascade }) })))

  const sendAll = async (records: readonly Named[]) => {
    const became = await send(records, false)
    const holding = records.filter((_, at) => Object.keys(dependentsOfAll([became[at]])).length > 0)
    if (holding.length === 0) return became
    const told = dependentsInWords(t, language, dependentsOfAll(became))
    if (!(await confirm(questionOf(t, holding, alsoIn(t, holding.length, told))))) return became
    const again = await send(holding, true)
    return became.map((outcome, at) => again[holding.indexOf(records[at]!)] ?? outcome)
  }
  return { sendAll, isPending }
}

/** Deletes several records after a confirmation, each by its call, tells what became of all of them, and offers Undo. */
export const useRemovals = (kind: Kind) => {
  const t = useText()
  const toast = useToast()
  const { sendAll, isPending } = useSending(kind)
  const undo = useUndo(kind)

  /** Says whether all of them were deleted. */
  const remove = async (records: readonly Named[]) => {
    if (!(await confirm(questionOf(t, records, t("You won't be able to revert this!"))))) return false
    const became = await sendAll(records)
    const gone = records.filter((_, at) => !(became[at] instanceof Failure))
    const refused = refusalsOf(
      records.map(({ name }) => name),
      became,
    )
    if (gone.length > 0) {
      const message = t('{count} record was deleted.|{count} records were deleted.', { count: gone.length })
      toast.reply({ responseStatus: 'SUCCESS', message }, () => void undo(gone.map(({ uniqueId }) => uniqueId)))
    }
    for (const { names, message } of refused) {
      toast.show({
        title: t('ERROR'),
        text: t('{names}: {reason}', { names: names.join(', '), reason: t(message) }),
        failed: true,
      })
    }
    return refused.length === 0
  }
  return { remove, isPending }
}

const most = 8

const alsoIn = (t: Say, count: number, records: string) =>
  t('These belong to it and would be deleted, too: {records}.|These belong to them and would be deleted, too: {records}.', {
    count,
    records,
  })

const questionOf = (t: Say, records: readonly Named[], text: string) => {
  const names = records.slice(0, most).map(({ name }) => name)
  const more = records.length - names.length
  return {
    title: t('Are you sure?'),
    text,
    about: more > 0 ? t('{names} and {count} more', { names: names.join(', '), count: more }) : names.join(', '),
    yes: t('Yes, Delete All!'),
    no: t('Cancel'),
  }
}
