import { NavLink, Stack } from '@mantine/core'
import { NavLink as RouterLink, useLocation } from 'react-router'
import { useArea } from '#kit/area'
import { type MenuEntry, useEntries } from '#kit/entries'
import { useText } from '#kit/text'

/** The side navigation: single entries and collapsible groups, as the features declare them. */
export const SideNav = ({ onGo }: { onGo: () => void }) => {
  const { menu } = useEntries()
  const t = useText()
  const groups = Map.groupBy(menu, ({ group, path }) => group ?? path)
  return (
    <Stack component="nav" gap={2} aria-label={t('Main')} onClick={onGo}>
      {[...groups].map(([name, entries]) =>
        entries[0]?.group ? <Group key={name} name={name} entries={entries} /> : <Place key={name} entry={entries[0]!} />,
      )}
    </Stack>
  )
}

const Group = ({ name, entries }: { name: string; entries: readonly MenuEntry[] }) => {
  const t = useText()
  const Sign = entries[0]!.icon
  return (
    <NavLink
      label={t(name)}
      leftSection={<Sign size={18} aria-hidden />}
      defaultOpened
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
  // The users' screens stand in the area itself, beside all others.
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
