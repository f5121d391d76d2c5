import { useState } from 'react'
import { failureOf } from '#kit/api/failure'
import { useCachedAnswer, useSend } from '#kit/api/query'
import { changesSince } from '#kit/browser/drafts'
import { useInUse } from '#kit/browser/version'
import { useText } from '#kit/text'
import { valueFromInput } from '#ui/form/useRecordForm'
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

/**
 * A form of the settings: the current values overlaid with what was typed, and the call that saves them. `error` has the rejection,
 * as does each field. When the current values change, what was typed stays.
 */
export const useSettingsForm = <F extends string>(
  route: SettingsRoute,
  start: Record<F, string>,
  { more, onSaved }: Choice = {},
) => {
  const t = useText()
  const toast = useToast()
  const account = useCachedAnswer('GET /api/auth/account', {})
  const { mutateAsync, isPending, error } = useSend(route, onSaved ? { changes: [] } : {})
  const [typed, setTyped] = useState<Partial<Record<F, string>>>({})
  const values = { ...start, ...typed }
  useInUse(Object.keys(changesSince(start, values)).length > 0)

  const save = async () => {
    const reply = await mutateAsync({ ...values, ...more } as never)
    if (onSaved) return onSaved()
    toast.reply(reply)
    await account.refresh()
    setTyped((now) => changesSince(values, now as typeof values))
  }
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    save().catch(failureOf)
  }
  const field = (name: F) => ({
    id: name,
    name,
    value: values[name],
    onChange: (input: unknown) => {
      const value = valueFromInput(input) as string
      setTyped((before) => changesSince(start, { ...start, ...before, [name]: value }))
    },
    error: error?.fields[name] ? t(error.fields[name]) : null,
  })
  return { field, submit, isPending, error }
}
