import type { Kind, RecordOf, Stamped } from '#kit/api/calls'
import { failureOf } from '#kit/api/failure'
import { useOptimisticPatch } from '#kit/api/query'
import { useSave } from '#kit/api/records'
import { useText } from '#kit/text'
import { conflictIn } from '#ui/form/useRecordForm'
import { useToast } from '#ui/page/toast'

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

interface Change<T> {
  record: T
  field: keyof T & string
  /** As the record holds it. */
  value: unknown
  /** What the record and the field are called. */
  name: string
  label: string
}

/** What calls take of a field, where that is not what the record holds of it. */
type SentAs = Readonly<Record<string, (value: never) => unknown>>

/** Sends one field. Where others have changed other fields alone meanwhile, both changes are kept. */
const useSending = (kind: Kind, sentAs: SentAs) => {
  const { save } = useSave(kind)
  return async <T extends Stamped>({ record, field, value }: Change<T>) => {
    const sent = sentAs[field] ? sentAs[field](value as never) : value
    for (let base = record.updatedAt; ;) {
      try {
        return await save({ uniqueId: record.uniqueId, [field]: sent, updatedAt: base })
      } catch (error) {
        const current = conflictIn(failureOf(error)) as T | null
        if (!current || !(isSame(current[field], record[field]) || isSame(current[field], value))) throw error
        base = current.updatedAt
      }
    }
  }
}

/**
 * Saves single fields of records where these are shown: at once in sight, with Undo. What is refused is taken back, with the reason; where
 * somebody has changed the same field meanwhile, theirs stays. Says whether it was saved.
 */
export const useFieldSave = <K extends Kind>(kind: K, sentAs: SentAs = {}) => {
  const t = useText()
  const toast = useToast()
  const send = useSending(kind, sentAs)
  const foresee = useOptimisticPatch(kind)
  type Own = RecordOf<K> & Stamped
  const refuse = (error: unknown, { field, name, label }: Change<Own>) => {
    const failure = failureOf(error)
    if (!conflictIn(failure)) return toast.failure(new Error(failure.fields[field] ?? failure.message))
    const text = t('{name}: someone else changed {field}. You see the current value.', { name, field: label })
    toast.show({ title: t('ERROR'), text, failed: true })
  }
  const save = async (change: Change<Own>, isUndo = false): Promise<boolean> => {
    const { record, field, value } = change
    const before = record[field]
    if (isSame(before, value)) return true
    const takeBack = await foresee(record.uniqueId, { [field]: value })
    try {
      const reply = await send(change)
      const undo = () => void save({ ...change, record: reply.data as unknown as Own, value: before }, true)
      toast.reply(reply, isUndo ? undefined : undo)
      return true
    } catch (error) {
      takeBack()
      refuse(error, change)
      return false
    }
  }
  return (change: Change<Own>) => save(change)
}
