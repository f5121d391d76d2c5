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

const Place = ({ entry: { text, path, icon: Sign }, bare = false }: { entry: MenuEntry; bare?: boolean }) => {
  const t = useText()
  const to = useArea()(path)
  const here = useLocation().pathname
  const isHere = here === to || (path.endsWith('/list') && here.startsWith(to.replace(/list$/, '')) && !here.endsWith('/create'))
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
