import { UnstyledButton } from '@mantine/core'
import { type Icon, IconChevronDown, IconDots } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { isStaff } from '@tradewind/contract/roles'
import { type ComponentProps, memo, type MouseEvent, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { openingCalls } from '#kit/api/listCalls'
import { usePrefetch } from '#kit/api/query'
import { useArea } from '#kit/area'
import { type MenuEntry, useEntries } from '#kit/feature'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { ScreenLinks } from '#ui/record/RecordLink'
import styles from './frame.module.css'

/** A list's entry is also active on the screens of its records, but not on the form to create one, nor on a path that another entry has. */
const isWithin = (currentPath: string, to: string) => {
  if (currentPath === to || !to.endsWith('/list')) return currentPath === to
  const basePath = to.replace(/list$/, '')
  const tail = currentPath.startsWith(basePath) ? currentPath.slice(basePath.length) : ''
  // The users' screens are directly in the area, next to all others.
  return basePath.split('/').length > 3 ? tail !== '' && !tail.endsWith('create') : /^(show|edit)\//.test(tail)
}

/** The attributes of a menu entry's link. */
interface Place {
  href: string
  'data-active': true | undefined
  /** The address is its own, or one below it. */
  'aria-current': 'page' | undefined
}

/** Returns a function that tells the address of a menu entry, and whether it is the current page. */
const usePlaces = (pathname: string): ((entry: Pick<MenuEntry, 'path'>) => Place) => {
  const at = useArea()
  const { menu } = useEntries()
  const here = pathname.replace(/\/$/, '')
  const exact = menu.find(({ path }) => at(path) === here)?.path
  return ({ path }) => {
    const href = at(path)
    return {
      href,
      'data-active': ((exact ?? path) === path && isWithin(here, href)) || undefined,
      'aria-current': `${pathname}/`.startsWith(`${href}/`) ? 'page' : undefined,
    }
  }
}

interface NavEntryProps {
  entry: Pick<MenuEntry, 'text' | 'path' | 'icon'>
}

/** A line of the side navigation. */
export const NavEntry = ({ entry }: NavEntryProps) => <Line entry={entry} {...usePlaces(useLocation().pathname)(entry)} />

/** The class names of Mantine's UnstyledButton, without its theme look-ups for each of forty lines. */
const className = `mantine-focus-auto mantine-NavLink-root mantine-UnstyledButton-root ${UnstyledButton.classes.root} ${styles.line}`

/** The icon of a line, and its text. */
export const LineContent = ({ icon: Sign, text }: { icon: Icon | null; text: string }) => (
  <>
    {Sign && (
      <span className={`mantine-NavLink-section ${styles.sign}`}>
        <Sign size={18} aria-hidden />
      </span>
    )}
    <span className={styles.label}>{text}</span>
  </>
)

/** A line of the side navigation that is a button. */
export const LineButton = (props: ComponentProps<'button'>) => <button type="button" className={className} {...props} />

interface LineProps extends NavEntryProps, Place {
  hideIcon?: boolean
}

/** Memoized: of some forty lines only two change on navigation, and the others are not rendered again. */
const Line = memo(({ entry: { text, icon: Sign }, hideIcon = false, ...place }: LineProps) => {
  const t = useText()
  return (
    <a className={className} data-screen {...place}>
      <LineContent icon={hideIcon ? null : Sign} text={t(text)} />
    </a>
  )
})

/** A heading with its entries, or a single entry. */
export interface MenuPart {
  /** The heading; undefined for a single entry. */
  group?: string
  entries: readonly MenuEntry[]
  /** Open until the user closes it; others open if they contain the current page. */
  isOpen: boolean
}

/** Groups the entries of a menu, in their order. */
const partsOf = (menu: readonly MenuEntry[], isOpen: (entries: readonly MenuEntry[]) => boolean): MenuPart[] =>
  Array.from(Map.groupBy(menu, ({ group, path }) => group ?? path).values(), (entries) => ({
    ...(entries[0]!.group && { group: entries[0]!.group }),
    entries,
    isOpen: isOpen(entries),
  }))

/** The menu of staff: all entries in their order, all groups open. */
export const staffMenu = (menu: readonly MenuEntry[]) => partsOf(menu, () => true)

/** Up to this many rarely used entries stay in their place. */
const MAX_RARE_INLINE = 3

/** Simplifies a group with a single entry: either one line with the group's name, or an open group. */
const simplifySingle = (part: MenuPart): MenuPart => {
  const [only, ...others] = part.entries
  if (!part.group || !only || others.length > 0) return part
  return only.members === 'line' ? { entries: [{ ...only, text: part.group }], isOpen: true } : { ...part, isOpen: true }
}

/**
 * The menu of members: the most used entries first and open, the rest in closed groups, rarely used ones in one group at the end with the heading
 * `more`, and the account's entries separately. A short menu is all open.
 */
export const memberMenu = (menu: readonly MenuEntry[], more: string) => {
  const at = (group: MenuEntry['members']) => menu.filter(({ members }) => members === group)
  const rareEntries = at('rare')
  const isShort = rareEntries.length <= MAX_RARE_INLINE
  const mainEntries = menu.filter(({ members }) => members !== 'account' && (isShort || members !== 'rare'))
  const orderedEntries = [
    ...mainEntries.filter(({ members }) => members === 'first'),
    ...mainEntries.filter(({ members }) => members !== 'first'),
  ]
  const parts = partsOf(orderedEntries, (entries) => isShort || entries[0]!.members === 'first').map(simplifySingle)
  const last = rareEntries.map((entry) => ({ ...entry, group: more }))
  return { parts: isShort ? parts : [...parts, ...partsOf(last, () => false)], account: at('account') }
}

const MemberFoot = lazyWithRetry(async () => (await import('./MemberFoot.tsx')).MemberFoot)

/** The heading for what members rarely need. */
const more = phrase('More')

/** The side navigation: single entries and collapsible groups, as the features declare them. Members have a shorter one, with their account at its foot. */
export const SideNav = ({ onNavigate }: { onNavigate: () => void }) => {
  const t = useText()
  const at = useArea()
  const { menu } = useEntries()
  const prefetch = usePrefetch()
  const { pathname } = useLocation()
  const nav = useActiveInSight(pathname)
  const prefetchList = (link: HTMLElement) => {
    const list = menu.find((entry) => entry.list && at(entry.path) === link.getAttribute('href'))?.list
    if (list) for (const [route, input] of openingCalls(list)) prefetch(route, input as never)
  }
  return (
    <ScreenLinks as="nav" className={styles.menu} aria-label={t('Main')} onClick={onNavigate} ref={nav} onIntent={prefetchList}>
      <Parts pathname={pathname} />
    </ScreenLinks>
  )
}

/** Memoized: another page of a list, or another tab, changes nothing here. */
const Parts = memo(({ pathname }: { pathname: string }) => {
  const { menu } = useEntries()
  const ofMember = isStaff(useActor()) ? undefined : memberMenu(menu, more)
  const placeOf = usePlaces(pathname)
  return (
    <>
      {(ofMember?.parts ?? staffMenu(menu)).map((part) =>
        part.group ? (
          <Group key={part.group} {...part} name={part.group} placeOf={placeOf} />
        ) : (
          <Line key={part.entries[0]!.path} entry={part.entries[0]!} {...placeOf(part.entries[0]!)} />
        ),
      )}
      {ofMember && (
        <div className={styles.foot}>
          <Suspense>
            <MemberFoot entries={ofMember.account} />
          </Suspense>
        </div>
      )}
    </>
  )
})

/** Scrolls the side navigation, and nothing else, to the entry of the current page. */
const useActiveInSight = (pathname: string) => {
  const nav = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = nav.current?.parentElement
    const entry = nav.current?.querySelector('[aria-current="page"]')
    if (!box || !entry) return
    const [around, inner] = [box.getBoundingClientRect(), entry.getBoundingClientRect()]
    if (inner.top < around.top || inner.bottom > around.bottom) box.scrollTop += inner.top - around.top - box.clientHeight / 2
  }, [pathname])
  return nav
}

type OpenedGroups = Readonly<Record<string, boolean>>

const storedGroups = (): OpenedGroups => {
  try {
    return (JSON.parse(localStorage.getItem('menuGroups') ?? '{}') ?? {}) as OpenedGroups
  } catch {
    return {} // the stored value is not ours
  }
}

/** Whether a group is open: the user's choice in this browser is stored until sign-out. */
const useOpened = (name: string, isOpen: boolean) => {
  const [chosen, setChosen] = useState(() => storedGroups()[name])
  const setOpened = (opened: boolean) => {
    localStorage.setItem('menuGroups', JSON.stringify({ ...storedGroups(), [name]: opened }))
    setChosen(opened)
  }
  return [chosen ?? isOpen, setOpened] as const
}

const Group = ({ name, entries, isOpen, placeOf }: MenuPart & { name: string; placeOf: ReturnType<typeof usePlaces> }) => {
  const t = useText()
  const holdsPage = entries.some((entry) => placeOf(entry)['data-active'])
  const [opened, setOpened] = useOpened(name, isOpen || holdsPage)
  const Sign = name === more ? IconDots : entries[0]!.icon
  const group = useRef<HTMLDivElement>(null)
  const [wasOpened, setWasOpened] = useState(opened)
  if (opened && !wasOpened) setWasOpened(true)
  /** Entries that open below the edge of the navigation, or below its foot, would seem not to open. */
  const showEntries = () => group.current?.lastElementChild?.scrollIntoView({ block: 'nearest' })
  const toggle = (event: MouseEvent) => {
    event.stopPropagation()
    setOpened(!opened)
    if (!opened) requestAnimationFrame(showEntries) // without animations they are open now
  }
  return (
    <div ref={group} onTransitionEnd={({ propertyName }) => opened && propertyName === 'grid-template-rows' && showEntries()}>
      <LineButton aria-expanded={opened} onClick={toggle}>
        <LineContent icon={Sign} text={t(name)} />
        <IconChevronDown size={16} className={styles.chevron} aria-hidden />
      </LineButton>
      <div className={styles.entries} inert={!opened}>
        <div>{wasOpened && entries.map((entry) => <Line key={entry.path} entry={entry} {...placeOf(entry)} hideIcon />)}</div>
      </div>
    </div>
  )
}
