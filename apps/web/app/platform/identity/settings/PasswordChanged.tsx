import { Button, Stack, Text } from '@mantine/core'
import { useEffect } from 'react'
import { useText } from '#kit/text'
import { Dialog } from '#ui/dialog/Dialog'

const stands = 5000
const goToLogin = () => location.replace('/auth/login')

/** Says that the password has changed, and after 5 seconds leads to sign-in. */
export const PasswordChanged = () => {
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
