import { NavLink, Stack } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { isStaff } from '@tradewind/contract/roles'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useEntries } from '#kit/feature'
import { useActor } from '#kit/session'
import { phrase, useText } from '#kit/text'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { memberMenu, type MenuPart, staffMenu } from './menuParts.ts'
import { Place, useIsHere } from './Place.tsx'
import styles from './frame.module.css'

const MemberFoot = lazyWithRetry(async () => (await import('./MemberFoot.tsx')).MemberFoot)

/** What members seldom need. */
const more = phrase('More')

/** The side navigation: single entries and collapsible groups, as the features declare them. Members have a shorter one, with their account at its foot. */
export const SideNav = ({ onGo }: { onGo: () => void }) => {
  const { menu } = useEntries()
  const t = useText()
  const nav = useActiveInSight()
  const ofMember = isStaff(useActor()) ? undefined : memberMenu(menu, more)
  return (
    <Stack component="nav" gap={2} flex="1 0 auto" aria-label={t('Main')} onClick={onGo} ref={nav}>
      {(ofMember?.parts ?? staffMenu(menu)).map((part) =>
        part.group ? (
          <Group key={part.group} {...part} name={part.group} />
        ) : (
          <Place key={part.entries[0]!.path} entry={part.entries[0]!} />
        ),
      )}
      {ofMember && (
        <div className={styles.foot}>
          <Suspense>
            <MemberFoot entries={ofMember.account} />
          </Suspense>
        </div>
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

type OpenedGroups = Readonly<Record<string, boolean>>

const storedGroups = (): OpenedGroups => {
  try {
    return (JSON.parse(localStorage.getItem('menuGroups') ?? '{}') ?? {}) as OpenedGroups
  } catch {
    return {} // somebody else has written there
  }
}

/** Whether a group is open: as somebody has chosen in this browser, which is kept until sign-out. */
const useOpened = (name: string, isOpen: boolean) => {
  const [chosen, setChosen] = useState(() => storedGroups()[name])
  const setOpened = (opened: boolean) => {
    localStorage.setItem('menuGroups', JSON.stringify({ ...storedGroups(), [name]: opened }))
    setChosen(opened)
  }
  return [chosen ?? isOpen, setOpened] as const
}

const Group = ({ name, entries, isOpen }: MenuPart & { name: string }) => {
  const t = useText()
  const holdsPage = entries.some(useIsHere())
  const [opened, setOpened] = useOpened(name, isOpen || holdsPage)
  const Sign = name === more ? IconDots : entries[0]!.icon
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
