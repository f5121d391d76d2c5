import { Button, Stack, Text, Title } from '@mantine/core'
import { isStaff } from '@tradewind/contract/roles'
import { Link, redirect } from 'react-router'
import { Head } from '#kit/page/head'
import type { Handle } from '#kit/page/page'
import { session } from '#kit/session'
import { useText } from '#kit/text'

export const handle: Handle = { hidden: true }

/** Where the drive of somebody who is signed in stands: FREE has what is shared with them. */
const driveOf = () => {
  const actor = session.actor()
  if (isStaff(actor)) return '/crm/drive/my-drive'
  return actor.roles.includes('ROLE_FREE') ? '/user/drive/shared' : '/user/drive/my-drive'
}

export const clientLoader = () => {
  if (session.isOpen()) throw redirect(driveOf())
  return null
}
clientLoader.hydrate = true as const

/** With a loader the server draws the page, so that it is seen before any script has run. */
export const loader = () => null

/** The address that opens everybody's own drive; visitors are asked to sign in. */
export default function OpenDrive() {
  const t = useText()
  return (
    <Stack align="start" gap="md" py={64} px="md" maw={640} mx="auto">
      <Head title={t('My Drive')} />
      <Title order={1} size="h2">
        {t('Your documents, and whom they are for')}
      </Title>
      <Text>
        {t('Sign in to keep files and folders of your own, to share them by address, and to open what others share with you.')}
      </Text>
      <Button component={Link} to="/auth/login?next=/drive">
        {t('Login')}
      </Button>
    </Stack>
  )
}
