import { Paper, Stack } from '@mantine/core'
import { guard } from '#kit/account/guard'
import { phrase, useText } from '#kit/text'
import { PageHeader } from '#ui/page/PageHeader'
import { ChangePassword } from './ChangePassword.tsx'
import { Sessions } from './Sessions.tsx'

export const handle = { name: phrase('Settings') }
export const clientLoader = guard()

/** The own account: password and sessions. */
export default function Settings() {
  const t = useText()
  return (
    <Stack gap="lg" maw={860}>
      <PageHeader title={t('Settings')} />
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        <ChangePassword />
      </Paper>
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        <Sessions />
      </Paper>
    </Stack>
  )
}
