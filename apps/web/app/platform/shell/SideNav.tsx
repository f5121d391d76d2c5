import { NavLink, Stack } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { NavLink as RouterLink, useLocation } from 'react-router'
import { useArea } from '#kit/area'
import { type MenuEntry, useEntries } from '#kit/feature'
import { useText } from '#kit/text'

/** The side navigation: single entries and collapsible groups, as the features declare them. */
export const SideNav = ({ onGo }: { onGo: () => void }) => {
  const { menu } = useEntries()
  const t = useText()
  const nav = useActiveInSight()
  const groups = Map.groupBy(menu, ({ group, path }) => group ?? path)
  return (
    <Stack component="nav" gap={2} aria-label={t('Main')} onClick={onGo} ref={nav}>
      {[...groups].map(([name, entries]) =>
        entries[0]?.group ? <Group key={name} name={name} entries={entries} /> : <Place key={name} entry={entries[0]!} />,
      )}
    </Stack>
  )
}

/** Scrolls the side navigation, and nothing else, to the entry of the page that is open. */
const useActiveInSight = () => {
  const nav = useRef<HTMLDivElement & HTMLElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    const box = nav.current?.parentElement
    const entry = nav.current?.querySelector('[aria-current="page"]')
    if (!box || !entry) return
    const [around, own] = [box.getBoundingClientRect(), entry.getBoundingClientRect()]
    if (own.top < around.top || own.bottom > around.bottom) box.scrollTop += own.top - around.top - box.clientHeight / 2
  }, [pathname])
  return nav
}

/** Which groups somebody has closed: kept in the browser until sign-out. */
const useClosed = (name: string) => {
  const [closed, setClosed] = useLocalStorage<string[]>({ key: 'closedGroups', defaultValue: [], getInitialValueInEffect: false })
  const setOpened = (opened: boolean) =>
    setClosed((before) => [...before.filter((other) => other !== name), ...(opened ? [] : [name])])
  return [!closed.includes(name), setOpened] as const
}

const Group = ({ name, entries }: { name: string; entries: readonly MenuEntry[] }) => {
  const t = useText()
  const [opened, setOpened] = useClosed(name)
  const Sign = entries[0]!.icon
  return (
    <NavLink
      label={t(name)}
      leftSection={<Sign size={18} aria-hidden />}
      opened={opened}
      onChange={setOpened}
      aria-expanded={opened}
      childrenOffset={28}
      component="button"
      onClick={(event) => event.stopPropagation()}
    >
      {entries.map((entry) => (
        <Place key={entry.path} entry={entry} bare />
      ))}
    </NavLink>
  )
}

/** A list is also the place of its records' screens; to create one is a place of its own, and so is what another entry names. */
const isWithin = (here: string, to: string) => {
  if (here === to || !to.endsWith('/list')) return here === to
  const above = to.replace(/list$/, '')
  const tail = here.startsWith(above) ? here.slice(above.length) : ''
  // The users' screens are in the area itself, beside all others.
  return above.split('/').length > 3 ? tail !== '' && !tail.endsWith('create') : /^(show|edit)\//.test(tail)
}

const Place = ({ entry: { text, path, icon: Sign }, bare = false }: { entry: MenuEntry; bare?: boolean }) => {
  const t = useText()
  const at = useArea()
  const to = at(path)
  const here = useLocation().pathname.replace(/\/$/, '')
  const isAnother = useEntries().menu.some((other) => other.path !== path && at(other.path) === here)
  const isHere = !isAnother && isWithin(here, to)
  return (
    <NavLink
      component={RouterLink}
      to={to}
      prefetch="intent"
      label={t(text)}
      active={isHere}
      aria-current={isHere ? 'page' : undefined}
      leftSection={bare ? null : <Sign size={18} aria-hidden />}
    />
  )
}
