import { Button, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { Failure } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { endSession } from '#kit/session'
import { useText } from '#kit/text'
import { ErrorSummary } from '#ui/form/ErrorSummary'
import { PasswordField } from '../signIn/PasswordField.tsx'
import { PasswordChanged } from './PasswordChanged.tsx'

const empty = { currentPassword: '', password: '', confirmPassword: '' }

/** A new password for the own account. It signs out everywhere, here as well. */
export const ChangePassword = () => {
  const t = useText()
  const { mutateAsync, isPending, error } = useSend('POST /api/auth/password/change')
  const [typed, setTyped] = useState(empty)
  const [changed, setChanged] = useState(false)
  const labels = { currentPassword: t('Current password'), password: t('New password'), confirmPassword: t('Confirm password') }
  const submit = async (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const refused = await mutateAsync(typed).then(
      () => false,
      () => true,
    )
    if (refused) return
    await endSession()
    setChanged(true)
  }
  const field = (name: keyof typeof empty) => ({
    id: name,
    name,
    label: labels[name],
    autoComplete: name === 'currentPassword' ? 'current-password' : 'new-password',
    value: typed[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => setTyped({ ...typed, [name]: event.currentTarget.value }),
    error: faultOf(error, name, t),
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack maw={420}>
        <Title order={2} size="h4">
          {t('Change password')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('12 to 128 characters. You will be signed out on every device.')}
        </Text>
        {error && <ErrorSummary failure={error} labels={labels} />}
        <PasswordField {...field('currentPassword')} />
        <PasswordField {...field('password')} />
        <PasswordField {...field('confirmPassword')} />
        <Button type="submit" loading={isPending} style={{ alignSelf: 'flex-start' }}>
          {t('Change password')}
        </Button>
        {changed && <PasswordChanged />}
      </Stack>
    </form>
  )
}

const faultOf = (failure: Failure | null, name: string, t: (text: string) => string) => {
  const sentence = failure?.fields[name]
  return sentence ? t(sentence) : null
}
