import { Avatar, Menu, Text, UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconKeyboard, IconLogout, IconSettings } from '@tabler/icons-react'
import type { Account } from '@tradewind/contract/platform/identity.contract'
import { Link } from 'react-router'
import { useArea } from '#kit/area'
import { openLayer } from '#kit/browser/layers'
import { signOut } from '#kit/session'
import { useText } from '#kit/text'
import { useChoices } from '#platform/identity/useChoices'
import styles from './frame.module.css'

/** 'Welcome, …', with settings, appearance and the way out. */
export const UserMenu = ({ account, isGreeted }: { account: Account | undefined; isGreeted: boolean }) => {
  const t = useText()
  const at = useArea()
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton className={styles.user}>
          {account ? <Greeting account={account} isShown={isGreeted} /> : <VisuallyHidden>{t('Settings')}</VisuallyHidden>}
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {account && <Head account={account} />}
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

const Greeting = ({ account: { fullName, brandLogoUID }, isShown }: { account: Account; isShown: boolean }) => {
  const t = useText()
  return (
    <>
      <Avatar size={32} name={fullName} color="ink" src={brandLogoUID && `/api/document/${brandLogoUID}`} alt="" aria-hidden />
      <Text span size="sm" className={isShown ? undefined : styles.unseen} truncate maw={220}>
        <span data-part="welcome">{t('Welcome, {username}', { username: fullName })}</span>
      </Text>
    </>
  )
}

/** Who is signed in, in full. */
const Head = ({ account: { fullName, emailAddress } }: { account: Account }) => {
  const t = useText()
  return (
    <Menu.Label style={{ overflowWrap: 'break-word' }}>
      <Text span display="block" size="sm" fw={600} c="var(--mantine-color-text)">
        {t('Welcome, {username}', { username: fullName })}
      </Text>
      {emailAddress}
    </Menu.Label>
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
