import { useRef, useState } from 'react'
import { changesSince, conflictsOf, valueFromInput } from '#kit/browser/drafts'
import { useInUse } from '#kit/browser/version'
import type { Values } from './useRecordForm.ts'
import { useAdoptedDraft, useStoredDraft } from './useStoredDraft.ts'

/** The current values with the typed ones over them. A draft may have fields that the form no longer has. */
const overlay = <V extends Values>(current: V, typed: object) =>
  Object.fromEntries(
    Object.entries(current).map(([field, value]) => [field, field in typed ? (typed as Values)[field] : value]),
  ) as V

const without = <V extends Values>(values: Partial<V>, secrets: readonly string[]) =>
  Object.fromEntries(Object.entries(values).filter(([field]) => !secrets.includes(field))) as Partial<V>

/**
 * The values of a form that `RecordForm` does not send: the current ones with what was typed over them. That is a draft under this name, which survives
 * a reload and an ended session until it is settled or discarded. When the current values change, what was typed stays. `secrets`: fields that are
 * never stored.
 */
export const useDraftForm = <V extends Values>(name: string, current: V, secrets: readonly (keyof V & string)[] = []) => {
  const stored = useStoredDraft<V>(name)
  const { draft, restored, setRestored } = stored
  const [typed, setTyped] = useState<Partial<V>>(restored ? changesSince(restored.from, restored.values) : {})
  /** The values over which the typing began. */
  const [from, setFrom] = useState(restored?.from ?? current)
  /** Several fields may change before the next render, as when a browser fills them. */
  const latest = useRef(typed)
  const values = overlay(current, typed)
  const changes = changesSince(current, values)
  const isOutdated = conflictsOf(from, { ...from, ...typed }, current).length > 0
  useInUse(Object.keys(changes).length > 0)

  const show = (next: Partial<V>, over: V) => {
    latest.current = next
    setTyped(next)
    setFrom(over)
  }
  const replace = (next: Partial<V>, over: V) => {
    show(next, over)
    const kept = without(next, secrets)
    if (Object.keys(kept).length > 0) return draft.keep({ from: over, base: null, values: { ...over, ...kept } })
    setRestored(null)
    draft.drop()
  }
  useAdoptedDraft(stored, (adopted) => show(changesSince(adopted.from, adopted.values), adopted.from))
  return {
    values,
    changes,
    /** `input`: the event of an input, or the chosen value itself. */
    type: (field: keyof V & string, input: unknown) =>
      replace(
        changesSince(current, overlay(current, { ...latest.current, [field]: valueFromInput(input) })),
        isOutdated ? from : current,
      ),
    /** Called when these values were saved. What was typed meanwhile stays. */
    settle: (sent: V) => replace(changesSince(sent, overlay(sent, latest.current)), sent),
    discard: () => replace({}, current),
    /** Deletes the draft of a form that is left: it still shows what was sent. */
    drop: draft.drop,
    isRestored: restored !== null,
    isOutdated,
  }
}
