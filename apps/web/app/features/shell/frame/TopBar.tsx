import { ActionIcon, Button, Group, Kbd, Menu, Text, UnstyledButton } from '@mantine/core'
import { useOs } from '@mantine/hooks'
import { IconLayoutSidebarLeftCollapse, IconMenu2, IconPlus, IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, useMatches } from 'react-router'
import { useArea } from '#kit/area'
import { openLayer } from '#kit/browser/layers'
import { useEntries } from '#kit/entries'
import { useText } from '#kit/text'
import styles from './frame.module.css'
import { UserMenu } from './UserMenu.tsx'

interface TopBarProps {
  menuOpened: boolean
  onMenu: () => void
  bell: ReactNode
}

/** Where one is, search, what can be created, what is new, and who one is. */
export const TopBar = ({ menuOpened, onMenu, bell }: TopBarProps) => {
  const t = useText()
  const Sign = menuOpened ? IconLayoutSidebarLeftCollapse : IconMenu2
  return (
    <Group h="100%" px="md" gap="sm" wrap="nowrap" className={styles.bar}>
      <ActionIcon variant="subtle" color="gray" size="lg" onClick={onMenu} aria-label={t('Menu')} aria-expanded={menuOpened}>
        <Sign size={20} />
      </ActionIcon>
      <Text fw={650} truncate flex="1 1 128px" miw={0}>
        {t(useScreenName())}
      </Text>
      <SearchBox />
      <Creating />
      {bell}
      <UserMenu />
    </Group>
  )
}

/** A screen names itself: it exports a `handle` with a `name`. */
const useScreenName = () =>
  (useMatches().findLast(({ handle }) => handle && (handle as { name?: string }).name)?.handle as { name?: string } | undefined)
    ?.name ?? ''

const SearchBox = () => {
  const t = useText()
  const mac = useOs() === 'macos'
  return (
    <UnstyledButton
      className={styles.search}
      onClick={() => openLayer('search')}
      aria-keyshortcuts="Control+K Meta+K"
      aria-haspopup="dialog"
    >
      <IconSearch size={16} aria-hidden />
      <span className={styles.wide}>{t('Search or go to …')}</span>
      <Kbd size="xs" className={styles.roomy} aria-hidden>
        {mac ? '⌘ K' : t('Ctrl K')}
      </Kbd>
    </UnstyledButton>
  )
}

/** The create buttons of the top bar; a menu where there is no room for them. */
const Creating = () => {
  const t = useText()
  const at = useArea()
  const { create } = useEntries()
  if (create.length === 0) return null
  return (
    <>
      <Group gap={6} wrap="nowrap" className={styles.buttons}>
        {create.map(({ text, path }) => (
          <Button key={path} component={Link} to={at(path)} prefetch="intent" variant="default" size="compact-sm" h={34}>
            {t(text)}
          </Button>
        ))}
      </Group>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size="lg" className={styles.inMenu} aria-label={t('Create')}>
            <IconPlus size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {create.map(({ text, path, icon: Sign }) => (
            <Menu.Item key={path} component={Link} to={at(path)} leftSection={<Sign size={16} aria-hidden />}>
              {t(text)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
