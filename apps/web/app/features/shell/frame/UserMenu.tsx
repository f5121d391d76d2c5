import { Avatar, Menu, Text, UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconKeyboard, IconLogout, IconSettings } from '@tabler/icons-react'
import type { Account } from '@tradewind/contract/identity/identity.contract'
import { Link } from 'react-router'
import { useCall } from '#kit/api/query'
import { useArea } from '#kit/area'
import { openLayer } from '#kit/browser/layers'
import { signOut } from '#kit/session'
import { useText } from '#kit/text'
import { useChoices } from '#ui/account/useChoices'
import styles from './frame.module.css'

/** 'Welcome, …', with settings, appearance and the way out. */
export const UserMenu = () => {
  const t = useText()
  const at = useArea()
  const { data: account } = useCall('GET /api/auth/account', {})
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton className={styles.user}>
          {account ? <Greeting account={account} /> : <VisuallyHidden>{t('Settings')}</VisuallyHidden>}
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{account?.emailAddress}</Menu.Label>
        <Menu.Item component={Link} to={at('settings')} leftSection={<IconSettings size={16} aria-hidden />}>
          {t('Settings')}
        </Menu.Item>
        <Menu.Item onClick={() => openLayer('keys')} leftSection={<IconKeyboard size={16} aria-hidden />}>
          {t('Keyboard shortcuts')}
        </Menu.Item>
        <Menu.Divider />
        <Appearance />
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut()} leftSection={<IconLogout size={16} aria-hidden />}>
          {t('Logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const Greeting = ({ account: { fullName, brandLogoUID } }: { account: Account }) => {
  const t = useText()
  return (
    <>
      <Avatar size={32} name={fullName} color="ink" src={brandLogoUID && `/api/document/${brandLogoUID}`} alt="" aria-hidden />
      <Text span size="sm" className={styles.roomy} truncate maw={220}>
        {t('Welcome, {username}', { username: fullName })}
      </Text>
    </>
  )
}

const Appearance = () => {
  const t = useText()
  const { colorScheme } = useMantineColorScheme()
  const choose = useChoices()
  return (
    <>
      <Menu.Label>{t('Appearance')}</Menu.Label>
      <Menu.RadioGroup value={colorScheme} onChange={(value) => void choose({ theme: value as typeof colorScheme })}>
        <Menu.RadioItem value="auto">{t('Like the system')}</Menu.RadioItem>
        <Menu.RadioItem value="light">{t('Light')}</Menu.RadioItem>
        <Menu.RadioItem value="dark">{t('Dark')}</Menu.RadioItem>
      </Menu.RadioGroup>
    </>
  )
}
