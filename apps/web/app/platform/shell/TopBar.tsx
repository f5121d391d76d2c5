import { ActionIcon, Button, Group, Kbd, Text, UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import {
  IconChevronDown,
  IconKeyboard,
  IconLayoutSidebarLeftCollapse,
  IconLogout,
  IconMenu2,
  IconPlus,
  IconSearch,
  IconSettings,
} from '@tabler/icons-react'
import type { Account } from '@tradewind/contract/platform/identity.contract'
import { isStaff } from '@tradewind/contract/roles'
import { memo, type ReactNode, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Link, useMatches, useNavigate, useParams } from 'react-router'
import { useCall } from '#kit/api/query'
import { useArea } from '#kit/area'
import { useKeys } from '#kit/browser/keyboard'
import { typeAhead } from '#kit/browser/typeAhead'
import { useEntries } from '#kit/feature'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useChoices } from '#platform/identity/useChoices'
import { logout } from '#platform/logout'
import { LazyMenu, Menu } from '#ui/page/floating'
import styles from './frame.module.css'

/** The overlays that any page can have: search with its commands, and the list of keys. */
type Layer = 'search' | 'keys'

let openedLayer: Layer | null = null
const layerListeners = new Set<() => void>()

export const openLayer = (layer: Layer | null) => {
  openedLayer = layer
  for (const listener of layerListeners) listener()
}

const subscribeToLayers = (listener: () => void) => {
  layerListeners.add(listener)
  return () => layerListeners.delete(listener)
}

export const useLayer = () =>
  useSyncExternalStore(
    subscribeToLayers,
    () => openedLayer,
    () => null,
  )

interface TopBarProps {
  menuOpened: boolean
  onMenu: () => void
  bell: ReactNode
}

/** The screen's name, search, the create buttons, the notifications, and the user. */
export const TopBar = ({ menuOpened, onMenu, bell }: TopBarProps) => {
  const t = useText()
  const { data: account } = useCall('GET /api/auth/account', {})
  // Members are greeted at the foot of their menu while it is open.
  const isGreetedBelow = !isStaff(useActor()) && menuOpened
  const title = t(useScreenName())
  const { bar, room } = useRoom({ title, account, showsGreeting: !isGreetedBelow })
  useCreateKeys(useEntries().create)
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
        title={t('Menu')}
        aria-expanded={menuOpened}
      >
        <Sign size={20} />
      </ActionIcon>
      <Text fw={650} truncate flex={room.labels ? '1 0 auto' : '1 1 auto'} miw={0} data-flexible>
        <span data-part="title">{title}</span>
      </Text>
      <SearchBox hasLabel={room.labels} />
      <CreateButtons room={room} />
      {bell}
      <UserMenu account={account} hasGreeting={room.welcome} />
    </Group>
  )
}

/** The name of the screen, from the `handle` that it exports: `name`, or `editName` if it edits the record of the address. */
const useScreenName = () => {
  const { uniqueId } = useParams()
  const handles = useMatches().map(({ handle }) => handle as { name?: string; editName?: string } | undefined)
  const handle = handles.findLast((one) => one?.name)
  return (uniqueId && handle?.editName) || (handle?.name ?? '')
}

const SearchBox = memo(({ hasLabel }: { hasLabel: boolean }) => {
  const t = useText()
  const label = t('Search or go to …')
  const isMac = navigator.userAgent.includes('Macintosh')
  useKeys({ 'mod+k': () => openLayer('search') })
  return (
    <UnstyledButton
      className={styles.search}
      onClick={() => openLayer('search')}
      aria-label={hasLabel ? undefined : label}
      title={label}
      aria-keyshortcuts="Control+K Meta+K"
      aria-haspopup="dialog"
      mod={{ words: hasLabel }}
      data-flexible
    >
      <IconSearch size={16} aria-hidden />
      {hasLabel && (
        <>
          <span>{label}</span>
          <Kbd size="xs" aria-hidden>
            {isMac ? '⌘ K' : t('Ctrl K')}
          </Kbd>
        </>
      )}
    </UnstyledButton>
  )
})

/** Milliseconds within which the second of two keys must follow the first. */
const KEY_SEQUENCE_TIMEOUT = 1500

/**
 * The key C followed by a letter opens a form to create something. A page's own link to that form (`data-create`) takes precedence: it presets
 * what the page is about.
 */
const useCreateKeys = (create: ReturnType<typeof useEntries>['create']) => {
  const at = useArea()
  const navigate = useNavigate()
  const startedAt = useRef(-Infinity)
  const press = (key: string, { timeStamp }: KeyboardEvent) => {
    const entry = timeStamp - startedAt.current < KEY_SEQUENCE_TIMEOUT ? create.find((one) => one.key === key) : undefined
    startedAt.current = key === 'c' && !entry ? timeStamp : -Infinity
    if (!entry) return
    // The form may have to be loaded.
    if (location.pathname !== at(entry.path)) typeAhead()
    const ownLink = document.querySelector<HTMLElement>(`[data-create="${key}"]`)
    if (ownLink) ownLink.click()
    else void navigate(at(entry.path))
  }
  const letters = ['c', ...create.flatMap(({ key }) => key ?? [])]
  useKeys(Object.fromEntries(letters.map((letter) => [letter, (event: KeyboardEvent) => press(letter, event)])))
}

/** The create buttons of the top bar; one menu if there is no room for them. */
const CreateButtons = memo(({ room }: { room: Room }) => {
  const t = useText()
  const at = useArea()
  const { create } = useEntries()
  const buttons = create.filter(({ position }) => position)
  if (create.length === 0) return null
  return (
    <div className={styles.creating} data-flexible>
      <Group gap={4} wrap="nowrap" className={styles.buttons} data-part="buttons" inert={!room.buttons}>
        {buttons.map(({ text, path }) => (
          <Button key={path} component={Link} to={at(path)} prefetch="intent" variant="default" size="compact-xs" h={34}>
            {t(text)}
          </Button>
        ))}
      </Group>
      {!room.buttons && <NewMenu hasLabel={room.labels} entries={create} />}
    </div>
  )
})

const NewMenu = ({ hasLabel, entries }: { hasLabel: boolean; entries: ReturnType<typeof useEntries>['create'] }) => {
  const t = useText()
  const at = useArea()
  return (
    <LazyMenu
      button={
        hasLabel ? (
          <Button variant="default" h={34} px="sm" leftSection={<IconPlus size={16} aria-hidden />}>
            {t('New')}
          </Button>
        ) : (
          <ActionIcon variant="default" size="lg" aria-label={t('New')} title={t('New')}>
            <IconPlus size={18} />
          </ActionIcon>
        )
      }
    >
      {entries.map(({ text, path, icon: Sign }) => (
        <Menu.Item key={path} component={Link} to={at(path)} leftSection={<Sign size={16} aria-hidden />}>
          {t(text)}
        </Menu.Item>
      ))}
    </LazyMenu>
  )
}

/** The smallest legible width of a search box. */
const searchWidth = 200
/** The most width of the menu that replaces the create buttons, in any language. */
const menuWidth = 110
/** The most width of the greeting with its gap; a longer one is cut. */
const welcomeWidth = 228

/** What fits in the top bar, next to the full title. */
interface Room {
  /** The create buttons, next to a search box of 200 px; else they are one menu. */
  buttons: boolean
  /** The search and the menu as text; else as icons. */
  labels: boolean
  welcome: boolean
}

const widthOf = (element: Element | null) => Math.ceil(element?.getBoundingClientRect().width ?? 0)

/** Measures the parts of the bar by their content, whether they are shown or not. Those that shrink have `data-flexible`. */
const roomIn = (bar: HTMLElement, visible: Room, greets: boolean): Room => {
  const widthIn = (part: string) => widthOf(bar.querySelector(`[data-part="${part}"]`))
  const greeting = Math.min(widthIn('welcome') + 8, welcomeWidth)
  const style = getComputedStyle(bar)
  const children = [...bar.children]
  const fixed = children.filter((child) => !child.hasAttribute('data-flexible')).reduce((sum, child) => sum + widthOf(child), 0)
  const around = Number.parseFloat(style.paddingLeft) * 2 + Number.parseFloat(style.columnGap) * (children.length - 1)
  const available = widthOf(bar) - around - fixed + (visible.welcome ? greeting : 0) - widthIn('title') - searchWidth
  const buttons = available >= widthIn('buttons')
  const welcome = greets && available >= (buttons ? widthIn('buttons') : menuWidth) + greeting
  return { buttons, labels: available >= menuWidth, welcome }
}

interface Shown {
  title: string
  account: Account | undefined
  showsGreeting: boolean
}

/** Measures what fits, by the content in this language rather than the window. Only when that may have changed, since it forces a layout of the page. */
const useRoom = ({ title, account, showsGreeting }: Shown) => {
  const bar = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState<Room>({ buttons: false, labels: true, welcome: false })
  useLayoutEffect(() => {
    const { current } = bar
    if (!current) return
    const measure = (before: Room) => {
      const next = roomIn(current, before, showsGreeting)
      return next.buttons === before.buttons && next.labels === before.labels && next.welcome === before.welcome ? before : next
    }
    setRoom(measure)
    const watch = new ResizeObserver(() => setRoom(measure))
    // A font that loads late makes the buttons wider.
    for (const element of [current, ...current.querySelectorAll('[data-part="buttons"]')]) watch.observe(element)
    return () => watch.disconnect()
  }, [title, account, showsGreeting])
  return { bar, room }
}

/** 'Welcome, …', with settings, appearance and sign-out. */
const UserMenu = memo(({ account, hasGreeting }: { account: Account | undefined; hasGreeting: boolean }) => {
  const t = useText()
  const at = useArea()
  return (
    <LazyMenu
      width={240}
      button={
        <UnstyledButton className={styles.user}>
          {account ? <Greeting account={account} isShown={hasGreeting} /> : <VisuallyHidden>{t('Settings')}</VisuallyHidden>}
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      }
    >
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
      <Menu.Item onClick={logout} leftSection={<IconLogout size={16} aria-hidden />}>
        {t('Logout')}
      </Menu.Item>
    </LazyMenu>
  )
})

/** The first letters of the first two words, or the first two of the only one. */
const initialsOf = (name: string) => {
  const [first = '', second] = name.split(' ')
  return (second === undefined ? first.slice(0, 2) : first.slice(0, 1) + second.slice(0, 1)).toUpperCase()
}

interface PortraitProps {
  of: Pick<Account, 'fullName' | 'brandLogoUID'>
  /** In pixels. */
  size: number
}

/** The logo of the user's company; without one, or if it cannot be loaded, the user's initials. Their name is beside it. */
export const Portrait = ({ of: { fullName, brandLogoUID }, size }: PortraitProps) => {
  const [failed, setFailed] = useState<string | null>(null)
  return (
    <span className={styles.portrait} style={{ width: size, height: size, fontSize: size / 2.5 }} aria-hidden>
      {brandLogoUID && brandLogoUID !== failed ? (
        <img src={`/api/document/${brandLogoUID}`} alt="" onError={() => setFailed(brandLogoUID)} />
      ) : (
        initialsOf(fullName)
      )}
    </span>
  )
}

const Greeting = ({ account, isShown }: { account: Account; isShown: boolean }) => {
  const t = useText()
  return (
    <>
      <Portrait of={account} size={32} />
      <Text span size="sm" className={isShown ? undefined : styles.unseen} truncate maw={220}>
        <span data-part="welcome">{t('Welcome, {username}', { username: account.fullName })}</span>
      </Text>
    </>
  )
}

/** The full name and address of the signed-in user. */
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
        <Menu.RadioItem value="auto">{t('Same as the system')}</Menu.RadioItem>
        <Menu.RadioItem value="light">{t('Light')}</Menu.RadioItem>
        <Menu.RadioItem value="dark">{t('Dark')}</Menu.RadioItem>
      </Menu.RadioGroup>
    </>
  )
}
