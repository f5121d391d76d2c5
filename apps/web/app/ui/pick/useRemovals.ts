import type { Kind } from '#kit/api/calls'
import { Failure } from '#kit/api/failure'
import { useRemoveEach } from '#kit/api/records'
import { useText } from '#kit/text'
import { confirm } from '#ui/confirm/confirm'
import { useBelonging } from '#ui/confirm/belonging'
import { dependentsOfAll } from '#ui/confirm/dependents'
import { useQuestions } from '#ui/confirm/useQuestions'
import { useUndo } from '#ui/confirm/useUndo'
import { refusalsOf } from '#ui/pick/refusals'
import { useToast } from '#ui/toast/toast'

interface Named {
  uniqueId: string
  name: string
}

const namesOf = (records: readonly Named[]) => records.map(({ name }) => name)

/** Sends a call for each. Where others belong to some of the records, a second confirmation says how many, and they go with those. */
const useSending = (kind: Kind) => {
  const { mutateAsync, isPending } = useRemoveEach(kind)
  const belonging = useBelonging(kind)
  const questions = useQuestions()
  const send = (records: readonly Named[], cascade: boolean) =>
    mutateAsync(records.map(({ uniqueId }) => ({ uniqueId, ...(cascade && { cascade }) })))

  const sendAll = async (records: readonly Named[]) => {
    const became = await send(records, false)
    const holding = records.filter((_, at) => Object.keys(dependentsOfAll([became[at]])).length > 0)
    if (holding.length === 0) return became
    const also = await belonging(holding.map(({ uniqueId }) => uniqueId))
    if (!(await confirm(questions.withOthers(namesOf(holding), also)))) return became
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
  const questions = useQuestions()

  /** Says whether all of them were deleted. */
  const remove = async (records: readonly Named[]) => {
    if (!(await confirm(questions.several(namesOf(records))))) return false
    const became = await sendAll(records)
    const gone = records.filter((_, at) => !(became[at] instanceof Failure))
    const refused = refusalsOf(namesOf(records), became)
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
