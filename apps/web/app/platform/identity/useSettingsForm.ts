import { useState } from 'react'
import { failureOf } from '#kit/api/failure'
import { useAnswer, useSend } from '#kit/api/query'
import { changesSince } from '#kit/browser/drafts'
import { useInUse } from '#kit/browser/version'
import { useText } from '#kit/text'
import { givenBy } from '#ui/form/useRecordForm'
import { useToast } from '#ui/page/toast'

type SettingsRoute =
  | 'PATCH /api/admin/'
  | 'POST /api/admin/updateBrandName/'
  | 'POST /api/auth/address'
  | 'POST /api/auth/password/change'

interface Choice {
  /** What is sent beside the fields. */
  more?: object
  /** What follows when it was saved, where that changes nothing in sight: instead of telling so and reading the account anew. */
  onSaved?: () => unknown
}

/**
 * A form of the settings: what is there with what was typed over it, and the call that saves it. What is refused is in `error`,
 * beside each field. Where what is there changes, what was typed stays.
 */
export const useSettingsForm = <F extends string>(
  route: SettingsRoute,
  start: Record<F, string>,
  { more, onSaved }: Choice = {},
) => {
  const t = useText()
  const toast = useToast()
  const account = useAnswer('GET /api/auth/account', {})
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
    onChange: (given: unknown) => {
      const value = givenBy(given) as string
      setTyped((before) => changesSince(start, { ...start, ...before, [name]: value }))
    },
    error: error?.fields[name] ? t(error.fields[name]) : null,
  })
  return { field, submit, isPending, error }
}
