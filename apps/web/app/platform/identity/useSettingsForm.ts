import { useEffect, useRef, useState } from 'react'
import { failureOf } from '#kit/api/failure'
import { useCachedAnswer, useSend } from '#kit/api/query'
import { changesSince, conflictsOf } from '#kit/browser/drafts'
import { useInUse } from '#kit/browser/version'
import { useText } from '#kit/text'
import { valueFromInput } from '#ui/form/useRecordForm'
import { useAdoptedDraft, useStoredDraft } from '#ui/form/useStoredDraft'
import { useToast } from '#ui/page/toast'

type SettingsRoute =
  | 'PATCH /api/admin/'
  | 'POST /api/admin/updateBrandName/'
  | 'POST /api/auth/address'
  | 'POST /api/auth/password/change'

interface Choice {
  /** Sent in addition to the fields. */
  more?: object
  /** Called after saving if nothing visible changes: then no message is shown and the account is not reloaded. */
  onSaved?: () => unknown
}

type FieldTexts<F extends string> = Record<F, string>

/** The fields of a form for secrets: what is typed is never stored. */
export const useSecretFields = <F extends string>(start: FieldTexts<F>) => {
  const [typed, replaceTyped] = useState<Partial<FieldTexts<F>>>({})
  return { start, typed, replaceTyped: (next: Partial<FieldTexts<F>>, _from?: FieldTexts<F>) => replaceTyped(next) }
}

const without = <F extends string>(fields: Partial<FieldTexts<F>>, secrets: readonly F[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !secrets.includes(name as F))) as Partial<FieldTexts<F>>

/**
 * The fields of a form, with what was typed over their current values: a draft under this name, which survives a reload and an ended session until it
 * is saved. `secrets`: fields that are never stored.
 */
export const useDraftFields = <F extends string>(name: string, start: FieldTexts<F>, secrets: readonly NoInfer<F>[] = []) => {
  const stored = useStoredDraft<FieldTexts<F>>(name)
  const { draft, restored, setRestored } = stored
  const [typed, setTyped] = useState<Partial<FieldTexts<F>>>(restored ? changesSince(restored.from, restored.values) : {})
  /** The values over which the typing began. */
  const [typedFrom, setTypedFrom] = useState(restored?.from ?? start)
  const isOutdated = conflictsOf(typedFrom, { ...typedFrom, ...typed }, start).length > 0
  const replaceTyped = (next: Partial<FieldTexts<F>>, from = isOutdated ? typedFrom : start) => {
    setTyped(next)
    setTypedFrom(from)
    const kept = without(next, secrets)
    if (Object.keys(kept).length > 0) return draft.keep({ from, base: null, values: { ...from, ...kept } })
    setRestored(null)
    draft.drop()
  }
  useAdoptedDraft(stored, (adopted) => {
    setTyped(changesSince(adopted.from, adopted.values))
    setTypedFrom(adopted.from)
  })
  return { start, typed, replaceTyped, discard: () => replaceTyped({}, start), isRestored: restored !== null, isOutdated }
}

/**
 * A form of the settings: the current values overlaid with what was typed, and the call that saves them. `error` has the rejection,
 * as does each field. When the current values change, what was typed stays.
 */
export const useSettingsForm = <F extends string>(
  route: SettingsRoute,
  { start, typed, replaceTyped }: ReturnType<typeof useSecretFields<F>>,
  { more, onSaved }: Choice = {},
) => {
  const t = useText()
  const toast = useToast()
  const account = useCachedAnswer('GET /api/auth/account', {})
  const { mutateAsync, isPending, error } = useSend(route, onSaved ? { changes: [] } : {})
  /** Several fields may change before the next render, as when a browser fills them. */
  const latest = useRef(typed)
  useEffect(() => {
    latest.current = typed
  }, [typed])
  const values = { ...start, ...typed }
  useInUse(Object.keys(changesSince(start, values)).length > 0)

  const replace = (next: Partial<FieldTexts<F>>, from?: FieldTexts<F>) => {
    latest.current = next
    replaceTyped(next, from)
  }
  const save = async () => {
    // An update contains what changed: someone else may have saved the other fields meanwhile.
    const sent = route.startsWith('PATCH ') ? changesSince(start, values) : values
    const reply = await mutateAsync({ ...sent, ...more } as never)
    if (!onSaved) {
      toast.reply(reply)
      await account.refresh()
    }
    replace(changesSince(values, { ...values, ...latest.current }), values)
    await onSaved?.()
  }
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    save().catch(failureOf)
  }
  const type = (name: F, input: unknown) =>
    replace(changesSince(start, { ...start, ...latest.current, [name]: valueFromInput(input) as string }))
  const field = (name: F) => ({
    id: name,
    name,
    value: values[name],
    onChange: (input: unknown) => type(name, input),
    error: error?.fields[name] ? t(error.fields[name]) : null,
  })
  return { field, submit, isPending, error }
}
