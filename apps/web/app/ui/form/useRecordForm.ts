import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Creating, Kind, Stamped } from '#kit/api/calls'
import { type Failure, failureOf } from '#kit/api/failure'
import { useSave, withCustom } from '#kit/api/records'
import { useArea } from '#kit/area'
import { changesSince, conflictsOf, draftOf, type Start, startAfter, valuesIn } from '#kit/browser/drafts'
import { useInUse } from '#kit/browser/version'
import { useToast } from '#ui/page/toast'

const isEvent = (given: unknown): given is React.ChangeEvent<HTMLInputElement> =>
  typeof given === 'object' && given !== null && 'nativeEvent' in given

/** The new value of a field: from the event of an input, or the chosen value itself. */
export const givenBy = (given: unknown) => {
  if (!isEvent(given)) return given
  const { type, checked, value } = given.currentTarget
  return type === 'checkbox' ? checked : value
}

export type Values = Record<string, unknown>

interface RecordFormSpec<V extends Values> {
  kind: Kind
  /** The call that creates, if it is not the kind's own. */
  route?: Creating | undefined
  /** The record to change; without it a new one is created. */
  record: Stamped | undefined
  empty: V
  preset?: Partial<V> | undefined
  /** Where a saved form leads. */
  above: string
  sent?: ((fields: Partial<V>, values: V) => object) | undefined
  onSaved?: (() => void) | undefined
  leadsTo?: ((saved: Stamped) => string) | undefined
  /** Called when it was saved, instead of going to the parent screen. */
  onDone?: (() => void) | undefined
}

/** The state of a form for a record: the typed values, stored as a draft until they are saved, and the server's errors. */
export const useRecordForm = <V extends Values>(spec: RecordFormSpec<V>) => {
  const { kind, record, empty, preset, above, sent = (fields) => fields } = spec
  const started = record || !preset ? empty : { ...empty, ...preset }
  const typing = useTyping(record, started, record ? `${kind}/${record.uniqueId}` : newName(spec.route ?? kind, above, preset))
  const { values, base, changes, conflictsWith } = typing
  const { send, isPending } = useSending(spec, typing.dropDraft)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})

  const refuse = (refused: Failure | null) => {
    setFailure(refused)
    setErrors(refused?.fields ?? {})
  }
  const restart = (current: Stamped | undefined, kept: Partial<V> = {}) => {
    refuse(null)
    typing.restart(current, kept)
  }
  const type = (name: keyof V & string, value: unknown) => {
    setErrors((before) => ({ ...before, [name]: '' }))
    typing.type(name, value)
  }
  const submit = useSingleFlight(async (on: string | null = base) => {
    refuse(null)
    const fields = sent(record ? changes : values, values)
    let refused = await send(fields, on)
    // If the record was changed elsewhere only in other fields, both changes are kept: this one is applied to the newer record.
    for (let current = conflictIn(refused); current && conflictsWith(current).length === 0; current = conflictIn(refused))
      refused = await send(fields, current.updatedAt)
    refuse(refused)
  })
  const conflict = conflictIn(failure)

  return {
    values,
    type,
    errors,
    changes,
    isPending,
    failure,
    /** The current record and the fields in conflict, if fields were changed on both sides. */
    conflict: conflict && { record: conflict, fields: conflictsWith(conflict) },
    isRestored: typing.isRestored,
    discard: () => restart(record),
    /** Takes over the saved values of the fields in conflict, and keeps what else was typed. */
    takeTheirs: (current: Stamped) =>
      restart(
        current,
        Object.fromEntries(Object.entries(changes).filter(([field]) => !conflictsWith(current).includes(field))) as Partial<V>,
      ),
    submit,
  }
}

/** Wraps `work` so that it does not start again while it is running. */
const useSingleFlight = <Given extends unknown[]>(work: (...given: Given) => Promise<void>) => {
  const isUnderWay = useRef(false)
  return async (...given: Given) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    await work(...given).finally(() => {
      isUnderWay.current = false
    })
  }
}

const wordOf = (given: unknown) => (typeof given === 'string' ? given : JSON.stringify(given))

/** The name of a new record's draft: those with different presets have separate drafts. */
const newName = (of: string, above: string, preset: object = {}) =>
  [`${of}/new:${above}`, ...Object.values(preset).map(wordOf)].join(':')

/**
 * The values of a form: its record's, with the typed ones over them. A newer record is taken over if nothing is lost by it. Typed values are
 * stored as a draft, under a name.
 */
const useTyping = <V extends Values>(record: Stamped | undefined, empty: V, name: string) => {
  const startOf = (from: Stamped | undefined) => ({ from: from ? valuesIn(from, empty) : empty, base: from?.updatedAt ?? null })
  const draft = draftOf<V>(name)
  const [found, setFound] = useState(draft.read)
  const [began, setBegan] = useState<Start<V>>(() => found ?? startOf(record))
  const [typed, setTyped] = useState<Partial<V>>(() => (found ? changesSince(found.from, found.values) : {}))
  /** Several fields may change in one event, before the next render. */
  const latest = useRef(typed)

  const start = startAfter(began, startOf(record), { ...began.from, ...typed })
  const values = { ...start.from, ...typed }
  const changes = changesSince(start.from, values)
  useInUse(Object.keys(changes).length > 0)

  const put = (next: Partial<V>, from: Start<V>) => {
    latest.current = next
    setTyped(next)
    setBegan(from)
  }
  const type = (field: keyof V & string, value: unknown) => {
    const filled = { ...start.from, ...latest.current, [field]: value }
    const next = changesSince(start.from, filled)
    put(next, start)
    keep(next, start)
  }
  const keep = (next: Partial<V>, from: Start<V>) => {
    if (Object.keys(next).length === 0) draft.drop()
    else draft.keep({ ...from, values: { ...from.from, ...next } })
  }
  /** Starts over from the record on the server; of the typed values only `kept` stays. */
  const restart = (current: Stamped | undefined, kept: Partial<V>) => {
    const from = startOf(current)
    put(kept, from)
    setFound(null)
    keep(kept, from)
  }
  const conflictsWith = (current: Stamped) => conflictsOf(start.from, values, valuesIn(current, empty))
  return { values, base: start.base, changes, conflictsWith, isRestored: found !== null, type, restart, dropDraft: draft.drop }
}

/** The current record, if the server rejected a change because somebody else had changed it. */
export const conflictIn = (failure: Failure | null) => {
  const current = failure?.status === 409 ? (failure.data as Partial<Stamped> | null) : null
  return current?.uniqueId && current.updatedAt !== undefined ? withCustom(current as Stamped) : null
}

/** Sends a form, and leaves it when it was saved. Returns the failure if it was not. */
const useSending = <V extends Values>(
  { kind, route, record, above, leadsTo, onSaved, onDone }: RecordFormSpec<V>,
  dropDraft: () => void,
) => {
  const uniqueId = record?.uniqueId
  const at = useArea()
  const toast = useToast()
  const navigate = useNavigate()
  const { save, isPending } = useSave(kind, route)
  const send = async (fields: object, base: string | null): Promise<Failure | null> => {
    try {
      const reply = await save(uniqueId ? { ...fields, uniqueId, updatedAt: base } : fields)
      dropDraft()
      toast.reply(reply)
      onSaved?.()
      if (onDone) onDone()
      else await navigate(at(leadsTo?.(reply.data) ?? above))
      return null
    } catch (error) {
      return failureOf(error)
    }
  }
  return { send, isPending }
}
