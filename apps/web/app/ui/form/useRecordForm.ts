import { useRef, useState } from 'react'
import type { CreateRoute, Kind, RecordBase } from '#kit/api/calls'
import { type Failure, failureOf } from '#kit/api/failure'
import { customPrefix, useSave, withCustom } from '#kit/api/records'
import { useArea, useNavigateFromHere } from '#kit/area'
import { changesSince, conflictsOf, formValuesOf, rebaseStart, type Start } from '#kit/browser/drafts'
import { asLeft } from '#kit/browser/search-params'
import { useInUse } from '#kit/browser/version'
import { useToast } from '#ui/page/toast'
import { useAdoptedDraft, useStoredDraft } from './useStoredDraft.ts'

/**
 * A form's values without custom fields that are not in use: a draft may have one that was retired since, which the call would refuse. All of them
 * if it is not known which are in use.
 */
export const withoutRetired = <V extends object>(values: V, inUse: readonly { key: string }[] | undefined): V => {
  if (!inUse) return values
  const isSent = ([name]: [string, unknown]) =>
    !name.startsWith(customPrefix) || inUse.some(({ key }) => name === `${customPrefix}${key}`)
  return Object.fromEntries(Object.entries(values).filter(isSent)) as V
}

export type Values = Record<string, unknown>

interface RecordFormSpec<V extends Values> {
  kind: Kind
  /** The call that creates, if it is not the kind's own. */
  route?: CreateRoute | undefined
  /** The record to change; without it a new one is created. */
  record: RecordBase | undefined
  empty: V
  preset?: Partial<V> | undefined
  /** Where a saved form leads; after a change, as that screen was left. */
  parentPath: string
  sent?: ((fields: Partial<V>, values: V) => object) | undefined
  onSaved?: (() => void) | undefined
  redirectTo?: ((saved: RecordBase) => string) | undefined
  /** Called when it was saved, instead of going to the parent screen. */
  onDone?: (() => void) | undefined
  /** Called with the changes before they are sent: if it returns false, nothing is sent. */
  allow?: ((changes: Partial<V>, values: V) => Promise<boolean>) | undefined
}

/** The state of a form for a record: the typed values, stored as a draft until they are saved, and the server's errors. */
export const useRecordForm = <V extends Values>(spec: RecordFormSpec<V>) => {
  const { kind, record, empty, preset, parentPath, allow, sent = (fields) => fields } = spec
  const initialValues = record || !preset ? empty : { ...empty, ...preset }
  const newNames = [presetText, formerPresetText].map((toText) => newDraftName(spec.route ?? kind, parentPath, preset, toText))
  const form = useFormValues(record, initialValues, record ? [`${kind}/${record.uniqueId}`] : newNames)
  const { values, base, changes, conflictsWith } = form
  const { send, isPending } = useSendForm(spec, form.dropDraft)
  const { failure, errors, setFailures, clearError } = useFailures()

  const restart = (current: RecordBase | undefined, kept: Partial<V> = {}) => {
    setFailures(null)
    form.restart(current, kept)
  }
  const type = (name: keyof V & string, value: unknown) => {
    clearError(name)
    form.type(name, value)
  }
  const fieldsOver = (newer?: RecordBase) => sent(record ? changes : values, form.valuesOver(newer))
  /** `over`: a newer version of the record, whose values of the fields in conflict the user has chosen to replace. */
  const [submit, isSubmitting] = useSingleFlight(async (over?: RecordBase) => {
    if (!over && (await allow?.(changes, values)) === false) return
    setFailures(null)
    let refused = await send(fieldsOver(over), over ? over.updatedAt : base)
    // If the record was changed elsewhere only in other fields, both changes are kept: this one is applied to the newer record.
    for (
      let current = conflictingRecord(refused);
      current && conflictsWith(current).length === 0;
      current = conflictingRecord(refused)
    )
      refused = await send(fieldsOver(current), current.updatedAt)
    setFailures(refused)
  })
  const conflict = conflictingRecord(failure)

  return {
    values,
    type,
    errors,
    changes,
    isPending,
    /** From the submit until the form is left or rejected: what was typed meanwhile would be lost. */
    isSubmitting,
    failure,
    /** The current record and the fields in conflict, if fields were changed on both sides. */
    conflict: conflict && { record: conflict, fields: conflictsWith(conflict) },
    isRestored: form.isRestored,
    discard: () => restart(record),
    /** Takes over the saved values of the fields in conflict, and keeps what else was typed. */
    takeTheirs: (current: RecordBase) =>
      restart(
        current,
        Object.fromEntries(Object.entries(changes).filter(([field]) => !conflictsWith(current).includes(field))) as Partial<V>,
      ),
    submit,
  }
}

/** The failure of the last save, and the errors of its fields until their values change. */
const useFailures = () => {
  const [failure, setFailure] = useState<Failure | null>(null)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const setFailures = (refused: Failure | null) => {
    setFailure(refused)
    setErrors(refused?.fields ?? {})
  }
  return { failure, errors, setFailures, clearError: (name: string) => setErrors((before) => ({ ...before, [name]: '' })) }
}

/** Wraps `work` so that it does not start again while it is running; also returns whether it is. */
const useSingleFlight = <Given extends unknown[]>(work: (...args: Given) => Promise<void>) => {
  const running = useRef(false)
  const [isRunning, setRunning] = useState(false)
  const setBoth = (next: boolean) => {
    running.current = next
    setRunning(next)
  }
  const run = async (...args: Given) => {
    if (running.current) return
    setBoth(true)
    await work(...args).finally(() => setBoth(false))
  }
  return [run, isRunning] as const
}

/** A preset as text: records in it are their ids, since their names may change meanwhile. */
export const presetText = (value: unknown) =>
  typeof value === 'string'
    ? value
    : JSON.stringify(value, (_, one: unknown) => (one as { uniqueId?: string } | null)?.uniqueId ?? one)

/** A preset as text in the names of drafts that an earlier version has stored. */
const formerPresetText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** The name of a new record's draft: those with different presets have separate drafts. */
const newDraftName = (of: string, parentPath: string, preset: object = {}, toText: (value: unknown) => string) =>
  [`${of}/new:${parentPath}`, ...Object.values(preset).map(toText)].join(':')

/**
 * The values of a form: its record's, with the typed ones over them. A newer record is taken over if nothing is lost by it. Typed values are
 * stored as a draft, under a name; one that was stored under a former name is found, too.
 */
const useFormValues = <V extends Values>(
  record: RecordBase | undefined,
  empty: V,
  [name = '', formerName]: readonly string[],
) => {
  const startOf = (from: RecordBase | undefined) => ({
    from: from ? formValuesOf(from, empty) : empty,
    base: from?.updatedAt ?? null,
  })
  const stored = useStoredDraft<V>(name)
  const { draft, restored: restoredDraft, setRestored: setRestoredDraft } = stored
  const [storedStart, setStoredStart] = useState<Start<V>>(() => restoredDraft ?? startOf(record))
  const [typed, setTyped] = useState<Partial<V>>(() =>
    restoredDraft ? changesSince(restoredDraft.from, restoredDraft.values) : {},
  )
  /** Several fields may change in one event, before the next render. */
  const latest = useRef(typed)

  const start = rebaseStart(storedStart, startOf(record), { ...storedStart.from, ...typed })
  const values = { ...start.from, ...typed }
  const changes = changesSince(start.from, values)
  useInUse(Object.keys(changes).length > 0)

  const replaceTyped = (next: Partial<V>, from: Start<V>) => {
    latest.current = next
    setTyped(next)
    setStoredStart(from)
  }
  const type = (field: keyof V & string, value: unknown) => {
    const filled = { ...start.from, ...latest.current, [field]: value }
    const next = changesSince(start.from, filled)
    replaceTyped(next, start)
    saveDraft(next, start)
  }
  const saveDraft = (next: Partial<V>, from: Start<V>) => {
    if (Object.keys(next).length === 0) draft.drop()
    else draft.keep({ ...from, values: { ...from.from, ...next } })
  }
  /** Starts over from the record on the server; of the typed values only `kept` stays. */
  const restart = (current: RecordBase | undefined, kept: Partial<V>) => {
    const from = startOf(current)
    replaceTyped(kept, from)
    setRestoredDraft(null)
    saveDraft(kept, from)
  }
  useAdoptedDraft(stored, (adopted) => replaceTyped(changesSince(adopted.from, adopted.values), adopted), formerName)
  const conflictsWith = (current: RecordBase) => conflictsOf(start.from, values, formValuesOf(current, empty))
  return {
    values,
    base: start.base,
    changes,
    conflictsWith,
    /** The values with those of a newer version in the fields that were not changed here. */
    valuesOver: (newer?: RecordBase) => (newer ? { ...formValuesOf(newer, empty), ...changes } : values),
    isRestored: restoredDraft !== null,
    type,
    restart,
    dropDraft: () => draft.dropOwn(latest.current),
  }
}

/** The current record, if the server rejected a change because somebody else had changed it. */
export const conflictingRecord = (failure: Failure | null) => {
  const current = failure?.status === 409 ? (failure.data as Partial<RecordBase> | null) : null
  return current?.uniqueId && current.updatedAt !== undefined ? withCustom(current as RecordBase) : null
}

/** Sends a form, and leaves it when it was saved. Returns the failure if it was not. */
const useSendForm = <V extends Values>(
  { kind, route, record, parentPath, redirectTo, onSaved, onDone }: RecordFormSpec<V>,
  dropDraft: () => void,
) => {
  const uniqueId = record?.uniqueId
  const at = useArea()
  const toast = useToast()
  const navigate = useNavigateFromHere()
  const { save, isPending } = useSave(kind, route)
  const send = async (fields: object, base: string | null): Promise<Failure | null> => {
    try {
      const reply = await save(uniqueId ? { ...fields, uniqueId, updatedAt: base } : fields)
      dropDraft()
      toast.reply(reply)
      onSaved?.()
      if (onDone) onDone()
      else {
        const to = at(redirectTo?.(reply.data) ?? parentPath)
        // A new record may not match the filters with which the list was left.
        await navigate(record ? asLeft(to) : to)
      }
      return null
    } catch (error) {
      return failureOf(error)
    }
  }
  return { send, isPending }
}
