import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { can, type Policy } from '@tradewind/contract/kit/policy'
import type { Kind, RecordOf } from '#kit/api/calls'
import { Failure } from '#kit/api/failure'
import { useRemoveEach } from '#kit/api/records'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { dependentsOfAll, useBelonging } from '#ui/dialog/belonging'
import { confirm } from '#ui/dialog/confirm'
import { useQuestions, useUndo } from '#ui/dialog/useQuestions'
import { useToast } from '#ui/page/toast'

/** What was refused, each reason once, with the names of those that it stands for. */
export const refusalsOf = (names: readonly string[], became: readonly unknown[]) => {
  const reasons = new Map<string, string[]>()
  for (const [at, outcome] of became.entries()) {
    if (outcome instanceof Failure) reasons.set(outcome.message, [...(reasons.get(outcome.message) ?? []), names[at] ?? ''])
  }
  return [...reasons].map(([message, refused]) => ({ message, names: refused }))
}

interface RemovePickedProps<K extends Kind> {
  kind: K
  policy: Policy
  records: readonly RecordOf<K>[]
  nameOf: (record: RecordOf<K>) => string
  /** Called when none of them is left to be deleted. */
  onDone: () => void
}

/** Deletes the picked records, as far as the server would allow it. */
export const RemovePicked = <K extends Kind>({ kind, policy, records, nameOf, onDone }: RemovePickedProps<K>) => {
  const t = useText()
  const actor = useActor()
  const { remove, isPending } = useRemovals(kind)
  const mine = records.filter((record) => can(actor, policy.remove, record))
  if (mine.length === 0) return null
  const named = mine.map((record) => ({ uniqueId: record.uniqueId, name: nameOf(record) }))
  const removeAll = async () => {
    if (await remove(named)) onDone()
  }
  return (
    <Button
      size="compact-sm"
      variant="light"
      color="red"
      loading={isPending}
      leftSection={<IconTrash size={16} aria-hidden />}
      onClick={() => void removeAll()}
    >
      {mine.length === records.length ? t('Delete') : t('Delete {count} of them', { count: mine.length })}
    </Button>
  )
}

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
const useRemovals = (kind: Kind) => {
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
