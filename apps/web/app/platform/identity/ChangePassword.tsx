import { Button, Stack, Text, Title } from '@mantine/core'
import { useState, useEffect } from 'react'
import { endSession } from '#kit/session'
import { useText } from '#kit/text'
import { Dialog } from '#ui/dialog/Dialog'
import { ErrorSummary } from '#ui/page/ErrorSummary'
import { PasswordField } from './PasswordField.tsx'
import { useSettingsForm } from './useSettingsForm.ts'

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
  const [changed, setChanged] = useState(false)
  const leave = async () => {
    await endSession()
    setChanged(true)
  }
  const { field, submit, isPending, error } = useSettingsForm('POST /api/auth/password/change', empty, { onSaved: leave })
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
          <PasswordField
            key={name}
            label={label}
            autoComplete={name === 'currentPassword' ? 'current-password' : 'new-password'}
            {...field(name as Name)}
          />
        ))}
        <Button type="submit" variant="default" loading={isPending} style={{ alignSelf: 'flex-start' }}>
          {t('Change password')}
        </Button>
        {changed && <PasswordChanged />}
      </Stack>
    </form>
  )
}

const stands = 5000
const goToLogin = () => location.replace('/auth/login')

/** Says that the password has changed, and after 5 seconds leads to sign-in. */
const PasswordChanged = () => {
  const t = useText()
  useEffect(() => {
    const timer = setTimeout(goToLogin, stands)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Dialog opened onClose={goToLogin} title={t('Password Changed!')} withCloseButton={false}>
      <Stack>
        <Text role="alert">
          {t('Password successfully Changed. You will be redirected to login Screen! Please login again.')}
        </Text>
        <Button onClick={goToLogin} style={{ alignSelf: 'flex-end' }}>
          {t('OK')}
        </Button>
      </Stack>
    </Dialog>
  )
}
