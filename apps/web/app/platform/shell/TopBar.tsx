import { ActionIcon, Button, Group, Kbd, Menu, Text, UnstyledButton } from '@mantine/core'
import { useOs } from '@mantine/hooks'
import { IconLayoutSidebarLeftCollapse, IconMenu2, IconPlus, IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, useMatches } from 'react-router'
import { useCall } from '#kit/api/query'
import { useArea } from '#kit/area'
import { openLayer } from '#kit/browser/layers'
import { type Entry, useEntries } from '#kit/entries'
import { useText } from '#kit/text'
import styles from './frame.module.css'
import { type Room, useRoom } from './room.ts'
import { UserMenu } from './UserMenu.tsx'

interface TopBarProps {
  menuOpened: boolean
  onMenu: () => void
  bell: ReactNode
}

/** Where one is, search, what can be created, what is new, and who one is. */
export const TopBar = ({ menuOpened, onMenu, bell }: TopBarProps) => {
  const t = useText()
  const { data: account } = useCall('GET /api/auth/account', {})
  const { bar, room } = useRoom()
  const Sign = menuOpened ? IconLayoutSidebarLeftCollapse : IconMenu2
  return (
    <Group h="100%" px="md" gap="xs" wrap="nowrap" ref={bar}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        flex="none"
        onClick={onMenu}
        aria-label={t('Menu')}
        aria-expanded={menuOpened}
      >
        <Sign size={20} />
      </ActionIcon>
      <Text fw={650} truncate flex={room.words ? '1 0 auto' : '1 1 auto'} miw={0} data-flexible>
        <span data-part="title">{t(useScreenName())}</span>
      </Text>
      <SearchBox inWords={room.words} />
      <Creating room={room} />
      {bell}
      <UserMenu account={account} isGreeted={room.welcome} />
    </Group>
  )
}

/** A screen names itself: it exports a `handle` with a `name`. */
const useScreenName = () =>
  (useMatches().findLast(({ handle }) => handle && (handle as { name?: string }).name)?.handle as { name?: string } | undefined)
    ?.name ?? ''

const SearchBox = ({ inWords }: { inWords: boolean }) => {
  const t = useText()
  const mac = useOs() === 'macos'
  return (
    <UnstyledButton
      className={styles.search}
      onClick={() => openLayer('search')}
      aria-label={inWords ? undefined : t('Search or go to …')}
      aria-keyshortcuts="Control+K Meta+K"
      aria-haspopup="dialog"
      mod={{ words: inWords }}
      data-flexible
    >
      <IconSearch size={16} aria-hidden />
      {inWords && (
        <>
          <span>{t('Search or go to …')}</span>
          <Kbd size="xs" aria-hidden>
            {mac ? '⌘ K' : t('Ctrl K')}
          </Kbd>
        </>
      )}
    </UnstyledButton>
  )
}

/** The create buttons of the top bar; one menu where there is no room for them. */
const Creating = ({ room }: { room: Room }) => {
  const t = useText()
  const at = useArea()
  const { create } = useEntries()
  if (create.length === 0) return null
  return (
    <div className={styles.creating} data-flexible>
      <Group gap={4} wrap="nowrap" className={styles.buttons} data-part="buttons" inert={!room.buttons}>
        {create.map(({ text, path }) => (
          <Button key={path} component={Link} to={at(path)} prefetch="intent" variant="default" size="compact-sm" h={34}>
            {t(text)}
          </Button>
        ))}
      </Group>
      {!room.buttons && <NewMenu inWords={room.words} entries={create} />}
    </div>
  )
}

const NewMenu = ({ inWords, entries }: { inWords: boolean; entries: readonly Entry[] }) => {
  const t = useText()
  const at = useArea()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        {inWords ? (
          <Button variant="default" h={34} px="sm" leftSection={<IconPlus size={16} aria-hidden />}>
            {t('New')}
          </Button>
        ) : (
          <ActionIcon variant="default" size="lg" aria-label={t('New')}>
            <IconPlus size={18} />
          </ActionIcon>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map(({ text, path, icon: Sign }) => (
          <Menu.Item key={path} component={Link} to={at(path)} leftSection={<Sign size={16} aria-hidden />}>
            {t(text)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
