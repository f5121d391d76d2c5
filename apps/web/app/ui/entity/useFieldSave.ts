import type { Kind, RecordBase, RecordOf } from '#kit/api/calls'
import { type Failure, failureOf } from '#kit/api/failure'
import { useOptimisticSave } from '#kit/api/query'
import { useSave, withCustom } from '#kit/api/records'
import { useText } from '#kit/text'
import { conflictingRecord } from '#ui/form/useRecordForm'
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
  /** The value in words: the message that it was saved then says it. */
  valueText?: string | undefined
  /** Converts the value to the call's input; by default the field is sent unchanged. */
  sent?: ((value: unknown) => object) | undefined
}

/** The optimistic patch that sets the field to this value. */
const patchOf = (record: object, field: string, value: unknown) =>
  field.startsWith('custom.')
    ? { custom: { ...(record as { custom?: object }).custom, [field.slice('custom.'.length)]: value } }
    : { [field]: value }

/** Conversions of fields whose input in calls differs from their value in the record. */
type FieldConverters = Readonly<Record<string, (value: never) => unknown>>

const inputOf = <T>({ field, sent }: Change<T>, sentAs: FieldConverters, value: unknown) =>
  sent ? sent(value) : { [field]: sentAs[field] ? sentAs[field](value as never) : value }

/** Sends one field. If others have changed only other fields meanwhile, both changes are kept. */
const useSendWithMerge = (kind: Kind, sentAs: FieldConverters) => {
  const { save } = useSave(kind)
  return async <T extends RecordBase>(change: Change<T>) => {
    const { record, field, value } = change
    const of = (fieldValue: unknown) => inputOf(change, sentAs, fieldValue)
    for (let base = record.updatedAt; ;) {
      try {
        return await save({ uniqueId: record.uniqueId, ...of(value), updatedAt: base })
      } catch (error) {
        const current = conflictingRecord(failureOf(error)) as T | null
        const isMergeable = current && [record[field], value].some((one) => isSame(of(current[field]), of(one)))
        if (!isMergeable) throw error
        base = current.updatedAt
      }
    }
  }
}

/**
 * Saves single fields of records: shown immediately, with Undo for the last one. `save` shows the reason of a rejection as a toast, and returns whether
 * it was saved: if somebody has changed the same field meanwhile, theirs stays. `change` returns the failure instead, null if there is none, and
 * `refuse` shows it. In both cases a rejected change is reverted.
 */
export const useFieldSave = <K extends Kind>(kind: K, sentAs: FieldConverters = {}) => {
  const t = useText()
  const toast = useToast()
  const send = useSendWithMerge(kind, sentAs)
  const saveOptimistically = useOptimisticSave(kind)
  type Own = RecordOf<K> & RecordBase
  const savedText = ({ label: field, name, valueText }: Change<Own>, isUndo: boolean) => {
    if (isUndo) return t('Undone: {field} of {name}', { field, name })
    if (valueText) return t('{field} of {name}: {value}', { field, name, value: valueText })
    return t('Saved: {field} of {name}', { field, name })
  }
  const refuse = (failure: Failure, { name, label }: Change<Own>) => {
    if (!conflictingRecord(failure)) return toast.failure(failure)
    const text = t('{name}: someone else changed {field}. You see the current value.', { name, field: label })
    toast.show({ title: t('ERROR'), text, failed: true })
  }
  const change = async (requested: Change<Own>, isUndo = false): Promise<Failure | null> => {
    const { record, field, value } = requested
    const before = record[field]
    if (isSame(inputOf(requested, sentAs, before), inputOf(requested, sentAs, value))) return null
    try {
      const reply = await saveOptimistically(record.uniqueId, patchOf(record, field, value), () => send(requested))
      const undo = async () => {
        const undoChange = { ...requested, record: withCustom(reply.data as unknown as Own), value: before }
        const failure = await change(undoChange, true)
        if (failure) refuse(failure, undoChange)
      }
      toast.show({
        title: t(reply.responseStatus),
        text: savedText(requested, isUndo),
        group: 'field',
        ...(!isUndo && { action: toast.undoAction(() => void undo()) }),
      })
      return null
    } catch (error) {
      return failureOf(error)
    }
  }
  const save = async (edit: Change<Own>) => {
    const failure = await change(edit)
    if (failure) refuse(failure, edit)
    return failure === null
  }
  return { save, change: (edit: Change<Own>) => change(edit), refuse }
}
