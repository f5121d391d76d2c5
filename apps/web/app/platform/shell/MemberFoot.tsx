import { Group, Stack, Text } from '@mantine/core'
import { IconLogout, IconSettings } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { useCall } from '#kit/api/query'
import type { MenuEntry } from '#kit/feature'
import { useText } from '#kit/text'
import { logout } from '#platform/logout'
import { LineButton, LineContent, NavEntry } from './SideNav.tsx'
import { Portrait } from './TopBar.tsx'

const settings = { text: phrase('Settings'), path: 'settings', icon: IconSettings }

/** The foot of a member's menu: their name, the entries of their account, and sign-out. */
export const MemberFoot = ({ entries }: { entries: readonly MenuEntry[] }) => {
  const t = useText()
  const { data: account } = useCall('GET /api/auth/account', {})
  const greeting = account && t('Welcome, {username}', { username: account.fullName })
  return (
    <Stack gap={2}>
      {account && (
        <Group gap="xs" wrap="nowrap" px="xs" pb={4}>
          <Portrait of={account} size={28} />
          <Text size="sm" fw={600} truncate title={greeting}>
            {greeting}
          </Text>
        </Group>
      )}
      {[...entries, settings].map((entry) => (
        <NavEntry key={entry.path} entry={entry} />
      ))}
      <LineButton onClick={logout}>
        <LineContent icon={IconLogout} text={t('Logout')} />
      </LineButton>
    </Stack>
  )
}
