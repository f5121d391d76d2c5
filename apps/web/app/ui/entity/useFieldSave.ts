import type { Kind, RecordOf, Stamped } from '#kit/api/calls'
import { type Failure, failureOf } from '#kit/api/failure'
import { useOptimisticPatch } from '#kit/api/query'
import { useSave, withCustom } from '#kit/api/records'
import { useText } from '#kit/text'
import { conflictIn } from '#ui/form/useRecordForm'
import { useToast } from '#ui/page/toast'

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

export interface Change<T> {
  record: T
  field: keyof T & string
  /** As the record holds it. */
  value: unknown
  /** The names of the record and the field. */
  name: string
  label: string
  /** Converts the value to the call's input; by default the field is sent unchanged. */
  sent?: ((value: unknown) => object) | undefined
}

/** The optimistic patch that sets the field to this value. */
const patchOf = (record: object, field: string, value: unknown) =>
  field.startsWith('custom.')
    ? { custom: { ...(record as { custom?: object }).custom, [field.slice('custom.'.length)]: value } }
    : { [field]: value }

/** Conversions of fields whose input in calls differs from their value in the record. */
type SentAs = Readonly<Record<string, (value: never) => unknown>>

const sentOf = <T>({ field, sent }: Change<T>, sentAs: SentAs, value: unknown) =>
  sent ? sent(value) : { [field]: sentAs[field] ? sentAs[field](value as never) : value }

/** Sends one field. If others have changed only other fields meanwhile, both changes are kept. */
const useSending = (kind: Kind, sentAs: SentAs) => {
  const { save } = useSave(kind)
  return async <T extends Stamped>(change: Change<T>) => {
    const { record, field, value } = change
    const of = (held: unknown) => sentOf(change, sentAs, held)
    for (let base = record.updatedAt; ;) {
      try {
        return await save({ uniqueId: record.uniqueId, ...of(value), updatedAt: base })
      } catch (error) {
        const current = conflictIn(failureOf(error)) as T | null
        const isMergeable = current && [record[field], value].some((held) => isSame(of(current[field]), of(held)))
        if (!isMergeable) throw error
        base = current.updatedAt
      }
    }
  }
}

/** Saves single fields of records: shown immediately, with Undo. A rejected change is reverted and its failure returned; null if it was saved. */
export const useFieldChange = <K extends Kind>(kind: K, sentAs: SentAs = {}) => {
  const t = useText()
  const toast = useToast()
  const send = useSending(kind, sentAs)
  const foresee = useOptimisticPatch(kind)
  type Own = RecordOf<K> & Stamped
  const refuse = (failure: Failure, { field, name, label }: Change<Own>) => {
    if (!conflictIn(failure)) return toast.failure(new Error(failure.fields[field] ?? failure.message))
    const text = t('{name}: someone else changed {field}. You see the current value.', { name, field: label })
    toast.show({ title: t('ERROR'), text, failed: true })
  }
  const change = async (asked: Change<Own>, isUndo = false): Promise<Failure | null> => {
    const { record, field, value } = asked
    const before = record[field]
    if (isSame(sentOf(asked, sentAs, before), sentOf(asked, sentAs, value))) return null
    const takeBack = await foresee(record.uniqueId, patchOf(record, field, value))
    try {
      const reply = await send(asked)
      const undo = async () => {
        const back = { ...asked, record: withCustom(reply.data as unknown as Own), value: before }
        const failure = await change(back, true)
        if (failure) refuse(failure, back)
      }
      toast.reply(reply, isUndo ? undefined : () => void undo())
      return null
    } catch (error) {
      takeBack()
      return failureOf(error)
    }
  }
  return { change: (asked: Change<Own>) => change(asked), refuse }
}

/** The same, but shows the reason of a rejection as a toast: if somebody has changed the same field meanwhile, theirs stays. Returns whether it was saved. */
export const useFieldSave = <K extends Kind>(kind: K, sentAs: SentAs = {}) => {
  const { change, refuse } = useFieldChange(kind, sentAs)
  return async (asked: Change<RecordOf<K> & Stamped>): Promise<boolean> => {
    const failure = await change(asked)
    if (failure) refuse(failure, asked)
    return failure === null
  }
}
