import { Stack, Text, Title } from '@mantine/core'
import { isStaff } from '@tradewind/contract/roles'
import { Link, redirect, useLocation } from 'react-router'
import { type Handle, Head } from '#kit/page/page'
import { session } from '#kit/session'
import { useText } from '#kit/text'

export const handle: Handle = { hidden: true }

/** The path of a drive location for the signed-in user. Without a location it is their own drive; for FREE, what is shared with them. */
const drivePath = (subpath: string | undefined) => {
  const actor = session.actor()
  const fallback = actor.roles.includes('ROLE_FREE') ? 'shared' : 'my-drive'
  return `/${isStaff(actor) ? 'crm' : 'user'}/drive/${subpath || fallback}`
}

export const clientLoader = ({ params }: { params: { '*'?: string } }) => {
  if (session.isOpen()) throw redirect(drivePath(params['*']))
  return null
}
clientLoader.hydrate = true as const

/** With a loader the server renders the page, so that it is visible before any script runs. */
export const loader = () => null

/** The address that opens every user's own drive, and each location in it. Visitors are asked to sign in. */
export default function OpenDrive() {
  const t = useText()
  const { pathname } = useLocation()
  return (
    <Stack align="start" gap="md" py={64} px="md" maw={640} mx="auto">
      <Head title={t('My Drive')} />
      <Title order={1} size="h2">
        {t('Your documents and who they are shared with')}
      </Title>
      <Text>
        {t('Sign in to keep files and folders of your own, to share them by address, and to open what others share with you.')}
      </Text>
      <Link className="open-button open-button-main" to={`/auth/login?next=${encodeURIComponent(pathname)}`}>
        {t('Login')}
      </Link>
    </Stack>
  )
}
