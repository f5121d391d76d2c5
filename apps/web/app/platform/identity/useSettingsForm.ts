import { failureOf } from '#kit/api/failure'
import { useCachedAnswer, useSend } from '#kit/api/query'
import { useText } from '#kit/text'
import { useDraftForm } from '#ui/form/useDraftForm'
import { useToast } from '#ui/page/toast'

type SettingsRoute =
  | 'PATCH /api/admin/'
  | 'POST /api/admin/updateBrandName/'
  | 'POST /api/auth/address'
  | 'POST /api/auth/password/change'

interface SettingsFormSpec<V> {
  /** The name of its draft. */
  name: string
  /** The current values. */
  current: V
  /** Fields that are never stored. */
  secrets?: readonly (keyof V & string)[]
  /** Sent in addition to the fields. */
  more?: object
  /** Called after saving if nothing visible changes: then no message is shown and the account is not reloaded. */
  onSaved?: () => unknown
}

/** A form of the settings with its draft, and the call that saves it. `error` has the rejection, as does each field. */
export const useSettingsForm = <V extends Record<string, string>>(
  route: SettingsRoute,
  { name: draftName, current, secrets, more, onSaved }: SettingsFormSpec<V>,
) => {
  const t = useText()
  const toast = useToast()
  const account = useCachedAnswer('GET /api/auth/account', {})
  const { mutateAsync, isPending, error } = useSend(route, onSaved ? { changes: [] } : {})
  const { values, changes, type, settle, discard, isRestored, isOutdated } = useDraftForm<V>(draftName, current, secrets)
  const save = async () => {
    // An update contains what changed: someone else may have saved the other fields meanwhile.
    const sent = route.startsWith('PATCH ') ? changes : values
    const reply = await mutateAsync({ ...sent, ...more } as never)
    if (!onSaved) {
      toast.reply(reply)
      await account.refresh()
    }
    settle(values)
    await onSaved?.()
  }
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    save().catch(failureOf)
  }
  const field = (name: keyof V & string) => ({
    id: name,
    name,
    value: values[name],
    onChange: (input: unknown) => type(name, input),
    error: error?.fields[name] ? t(error.fields[name]) : null,
  })
  return { field, submit, isPending, error, restored: { isRestored, isOutdated, onDiscard: discard } }
}
