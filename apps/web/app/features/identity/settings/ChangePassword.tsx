import { Button, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { endSession } from '#kit/session'
import { useText } from '#kit/text'
import { ErrorSummary } from '#ui/page/ErrorSummary'
import { PasswordField } from '../signIn/PasswordField.tsx'
import { PasswordChanged } from './PasswordChanged.tsx'

const empty = { currentPassword: '', password: '', confirmPassword: '' }
type Name = keyof typeof empty

/** A new password for the own account. It signs out everywhere, here as well. */
export const ChangePassword = () => {
  const t = useText()
  const labels: Record<Name, string> = {
    currentPassword: t('Current password'),
    password: t('New password'),
    confirmPassword: t('Confirm password'),
  }
  const { field, submit, isPending, error, changed } = useChange()
  return (
    <form noValidate onSubmit={submit}>
      <Stack maw={420}>
        <Title order={2} size="h4">
          {t('Change password')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('12 to 128 characters. You will be signed out on every device.')}
        </Text>
        {error && <ErrorSummary failure={error} labels={labels} />}
        {Object.entries(labels).map(([name, label]) => (
          <PasswordField key={name} label={label} {...field(name as Name)} />
        ))}
        <Button type="submit" loading={isPending} style={{ alignSelf: 'flex-start' }}>
          {t('Change password')}
        </Button>
        {changed && <PasswordChanged />}
      </Stack>
    </form>
  )
}

const useChange = () => {
  const t = useText()
  const { mutateAsync, isPending, error } = useSend('POST /api/auth/password/change')
  const [typed, setTyped] = useState(empty)
  const [changed, setChanged] = useState(false)
  const change = async () => {
    await mutateAsync(typed)
    await endSession()
    setChanged(true)
  }
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    change().catch(failureOf) // what was refused stands in `error`
  }
  const field = (name: Name) => ({
    id: name,
    name,
    autoComplete: name === 'currentPassword' ? 'current-password' : 'new-password',
    value: typed[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => setTyped({ ...typed, [name]: event.currentTarget.value }),
    error: error?.fields[name] && t(error.fields[name]),
  })
  return { field, submit, isPending, error, changed }
}
