import { useQueryClient } from '@tanstack/react-query'
import type { BulkKind } from '@tradewind/contract/crm/bulk/bulk.constants'
import type { BulkOperation } from '@tradewind/contract/crm/bulk/outcome'
import { phrase } from '@tradewind/contract/kit/phrase'
import { failureOf } from '#kit/api/failure'
import { isOutdatedAfter, useSend } from '#kit/api/query'
import { type Translate, useText } from '#kit/text'
import { useToast } from '#ui/page/toast'
import { useFormatCount } from '#ui/values/figures'
import type { BulkButtonsProps } from './BulkButtons.tsx'
import { unwatchBulk, watchBulk } from './lazyBulk.tsx'

/** Which records: the selected ones, or all that match. */
export interface BulkSelection {
  ids: string[]
  matching: BulkButtonsProps<never>['allMatching']
}
export type Change = Readonly<Record<string, unknown>>

const selectionInput = ({ ids, matching }: BulkSelection, count?: number) =>
  matching ? { matching: { ...matching.filters, ...(count !== undefined && { count }) } } : { ids }

/** Previews a change, and makes it. `undefined`: deletes. */
export const useBulk = (kind: BulkKind, chosen: BulkSelection) => {
  // The routes are composed from the kind's name only here, where the compiler cannot follow.
  const route = (method: string) => `${method} /api/${kind}/bulk` as 'PATCH /api/company/bulk'
  const preview = { change: useSend(route('PATCH'), { changes: [] }), remove: useSend(route('DELETE'), { changes: [] }) }
  const make = { change: useSend(route('PATCH')), remove: useSend(route('DELETE')) }
  const send = async ({ change, remove }: typeof make, what: Change | undefined, more: object) => {
    const { mutateAsync } = what ? change : remove
    return (await mutateAsync({ ...more, ...(what && { change: what }) } as never)).data
  }
  return {
    preview: (what: Change | undefined) => send(preview, what, { ...selectionInput(chosen), dryRun: true }),
    make: (what: Change | undefined, count: number) => send(make, what, selectionInput(chosen, count)),
    isPending: Object.values({ ...preview }).some((one) => one.isPending) || Object.values(make).some((one) => one.isPending),
  }
}

/** Whether a change has closed tasks. */
export const isClosing = ({ kind, fields }: Pick<BulkOperation, 'kind' | 'fields'>) =>
  kind === 'nextSteps' && fields.includes('nextStepsStatus')

const changedInWords = (t: Translate, operation: BulkOperation) => {
  const { action, changed: count } = operation
  if (isClosing(operation)) return t('{count} task was closed.|{count} tasks were closed.', { count })
  return action === 'DELETE'
    ? t('{count} record was deleted.|{count} records were deleted.', { count })
    : t('{count} record was changed.|{count} records were changed.', { count })
}

/** The result of a bulk change, in a sentence. */
const doneInWords = (t: Translate, operation: BulkOperation) => {
  const { refused } = operation
  const done = changedInWords(t, operation)
  return refused === 0 ? done : `${done} ${t('{count} could not be changed.', { count: refused })}`
}

/** The result of the Undo, in a sentence. */
export const undoneInWords = (t: Translate, operation: BulkOperation) => {
  const { restored, left, leftExamples } = operation
  const restoredText = isClosing(operation)
    ? t('{count} task is open again.|{count} tasks are open again.', { count: restored })
    : t('{count} record is back.|{count} records are back.', { count: restored })
  if (left === 0) return restoredText
  const names = leftExamples.length > 0 ? leftExamples.join(', ') : '–'
  return `${restoredText} ${t('{count} was changed since and stays as it is: {names}|{count} were changed since and stay as they are: {names}', { count: left, names })}`
}

/** The number of records that an Undo which stopped has not put back. */
const notBackInWords = (t: Translate, { changed, restored, left }: BulkOperation) =>
  t('{count} record is not back yet.|{count} records are not back yet.', { count: changed - restored - left })

/** The result of a change that has ended and was not undone, or only in part; and why it stopped, if it did. */
export const resultInWords = (t: Translate, figure: (count: number) => string, operation: BulkOperation) => {
  const { isUndoStopped, problem, state, looked, total } = operation
  if (state === 'CANCELLED') {
    const cancelled = t(
      '{count} of {total} records was processed, then it was cancelled.|{count} of {total} records were processed, then it was cancelled.',
      { count: looked, total: figure(total) },
    )
    return `${cancelled} ${doneInWords(t, operation)}`
  }
  const result = isUndoStopped
    ? [notBackInWords(t, operation), undoneInWords(t, operation).replace(/[^.]$/, '$&.')]
    : [doneInWords(t, operation)]
  return [...result, ...(problem ? [t(problem)] : [])].join(' ')
}

export const isStillRunning = ({ state }: BulkOperation) => state === 'PENDING' || state === 'RUNNING' || state === 'UNDOING'

/** What a running change does, and how many of how many records it has processed. */
export const progressOf = ({ state, total, looked, changed, restored, left }: BulkOperation) =>
  state === 'UNDOING'
    ? { activity: phrase('Undoing the changes'), done: restored + left, all: changed }
    : { activity: phrase('Changing records'), done: looked, all: total }

/** The progress of a running change, in words. */
export const progressInWords = (t: Translate, figure: (count: number) => string, operation: BulkOperation) => {
  const { activity, done, all } = progressOf(operation)
  return `${t(activity)}: ${t('{done} of {count}', { done: figure(done), count: all })}`
}

/** Undoes a change, and shows what stays as it is. */
export const useUndoBulk = () => {
  const t = useText()
  const toast = useToast()
  const { mutateAsync, isPending } = useSend('POST /api/bulk/:uniqueId/undo')
  const undo = async (uniqueId: string) => {
    try {
      const { data } = await mutateAsync({ uniqueId })
      if (isStillRunning(data)) watchBulk(uniqueId)
      else toast.show({ title: t('SUCCESS'), text: undoneInWords(t, data) })
    } catch (error) {
      toast.failure(failureOf(error))
    }
  }
  return { undo, isPending }
}

/** Shows the result of a change, with Undo; one that still runs is watched. */
export const useShowBulkResult = () => {
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  const figure = useFormatCount()
  const { undo } = useUndoBulk()
  return (operation: BulkOperation) => {
    const { uniqueId, state, changed } = operation
    if (isStillRunning(operation)) return watchBulk(uniqueId)
    unwatchBulk(uniqueId)
    void client.invalidateQueries({ predicate: isOutdatedAfter(undefined) })
    if (state === 'UNDONE') return toast.show({ title: t('SUCCESS'), text: undoneInWords(t, operation) })
    const reply = { responseStatus: state === 'FAILED' ? 'ERROR' : 'SUCCESS', message: resultInWords(t, figure, operation) }
    toast.reply(reply, changed > 0 ? () => void undo(uniqueId) : undefined)
  }
}
