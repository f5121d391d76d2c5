import { Anchor, Group, Text, useMantineColorScheme } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Language } from '@tradewind/contract/kit/language'
import { memo, type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useCall } from '#kit/api/query'
import { useArea } from '#kit/area'
import { useKeys } from '#kit/browser/keyboard'
import { rememberQuery } from '#kit/browser/search-params'
import { usePage } from '#kit/page/page'
import { session } from '#kit/session'
import { languageNames, loadTexts, ownLanguage, useLanguage, useText } from '#kit/text'
import { useChoices } from '#platform/identity/useChoices'
import { leaveLoggedOut } from '#platform/logout'
import { Confirmations } from '#ui/dialog/confirm'
import { NativeSelect } from '#ui/form/NativeSelect'
import { prefetchFloating } from '#ui/page/floating'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { useIsUsed } from '#ui/page/use'
import { Brand } from './Brand.tsx'
import { SideNav } from './SideNav.tsx'
import { openLayer, TopBar, useLayer } from './TopBar.tsx'
import styles from './frame.module.css'

const UsedParts = lazyWithRetry(async () => (await import('./UsedParts.tsx')).UsedParts)
const Keys = lazyWithRetry(async () => (await import('./ShortcutList.tsx')).ShortcutList)

/** The frame of every signed-in page: side navigation, top bar, footer and overlays. `right-scroll-bar-position`: a dialog that locks scrolling keeps the bar's width. */
export const Shell = ({ bell, children }: { bell: ReactNode; children: ReactNode }) => {
  const menu = useMenu()
  const main = useFocusOnArrival()
  const t = useText()
  useWatches()
  return (
    <div className={styles.shell} data-narrow={menu.narrow || undefined} data-opened={menu.opened || undefined}>
      <a href="#main" className="skip">
        {t('Skip to the content')}
      </a>
      <Side menu={menu} />
      <header className={`${styles.header} right-scroll-bar-position`}>
        <TopBar menuOpened={menu.opened} onMenu={menu.toggle} bell={bell} />
      </header>
      <main id="main" tabIndex={-1} className={styles.main} ref={main}>
        <div className={styles.page}>{children}</div>
        <Footer />
      </main>
      <Layers />
    </div>
  )
}

/** The side navigation: next to the page, or over it if there is no room, until the user navigates. */
const Side = ({ menu: { opened, narrow, close } }: { menu: ReturnType<typeof useMenu> }) => {
  const at = useArea()
  const isOver = narrow && opened
  const side = useFocusIn(isOver, close)
  const closeIfOver = () => isOver && close()
  return (
    <>
      <nav className={styles.side} inert={!opened} ref={side}>
        <Link to={at('dashboard')} className={styles.brand} onClick={closeIfOver}>
          <Brand />
        </Link>
        <SideNav onNavigate={closeIfOver} />
      </nav>
      {isOver && <div role="presentation" className={styles.shade} onClick={close} />}
    </>
  )
}

/** 1200 px. The style sheet uses `data-narrow`, so that both agree at every width. */
const narrowWindow = '(width < 75em)'

/** The side navigation is open if there is room for it, and closes automatically below 1200 px. */
const useMenu = () => {
  const narrow = useMediaQuery(narrowWindow, false, { getInitialValueInEffect: false })
  const [opened, setOpened] = useState(!narrow)
  const [before, setBefore] = useState(narrow)
  if (before !== narrow) {
    setBefore(narrow)
    setOpened(!narrow)
  }
  return { opened, narrow, toggle: () => setOpened(!opened), close: () => setOpened(false) }
}

/** Watches the session, other tabs, and keys. */
const useWatches = () => {
  useAccount()
  useOtherTabs()
  useKeys({ '?': () => openLayer('keys') })
}

/** Applies the account: roles and permissions, and the user's preferences. */
const useAccount = () => {
  const { data: account } = useCall('GET /api/auth/account', {})
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const applyAccount = useEffectEvent((now: NonNullable<typeof account>) => {
    session.remember(now)
    // Setting it recalculates the styles of the whole page twice, even if it is the same.
    if (colorScheme !== now.theme) setColorScheme(now.theme)
    void loadTexts({ language: ownLanguage() })
  })
  useEffect(() => {
    if (account) applyAccount(account)
  }, [account])
}

/** While `isActive`, the focus is inside and Escape calls `leave`; afterwards the focus returns to the previous element. */
const useFocusIn = (isActive: boolean, leave: () => void) => {
  const element = useRef<HTMLElement>(null)
  const onEscape = useEffectEvent(({ key }: KeyboardEvent) => key === 'Escape' && leave())
  useEffect(() => {
    const { current } = element
    if (!isActive || !current) return
    const before = document.activeElement as HTMLElement | null
    current.querySelector<HTMLElement>('nav a')?.focus()
    current.addEventListener('keydown', onEscape)
    return () => {
      current.removeEventListener('keydown', onEscape)
      const focused = document.activeElement
      if (focused === document.body || current.contains(focused)) before?.focus()
    }
  }, [isActive])
  return element
}

/** Moves the focus to a new page, unless something on it already has it; remembers how each page is left. */
const useFocusOnArrival = () => {
  const main = useRef<HTMLElement>(null)
  const { pathname, search } = useLocation()
  const last = useRef(pathname)
  useEffect(() => void rememberQuery(pathname, search), [pathname, search])
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}

/** What nobody sees before they use the page. */
const Layers = memo(() => {
  const isUsed = useIsUsed()
  useEffect(() => {
    if (isUsed) prefetchFloating()
  }, [isUsed])
  const keys = useLayer() === 'keys'
  const [keysAsked, setKeysAsked] = useState(keys)
  if (keys && !keysAsked) setKeysAsked(true)
  return (
    <>
      <Suspense>{isUsed && <UsedParts />}</Suspense>
      <Confirmations />
      <Suspense>{keysAsked && <Keys />}</Suspense>
    </>
  )
})

/** Signing out, the end of the session, and signing in as another user in one tab take effect in the others. */
const useOtherTabs = () =>
  useEffect(() => {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === null) leaveLoggedOut()
      else if (key === 'accessToken' && newValue === null) session.leaveEnded()
      else if (key === 'accessToken') location.reload()
    }
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [])

const year = new Date().getFullYear()

/** Memoized, like the parts of the top bar: no page that is opened changes it. */
const Footer = memo(() => {
  const t = useText()
  const language = useLanguage()
  const { tenant } = usePage()
  const choose = useChoices()
  return (
    <Group component="footer" className={styles.footer} justify="space-between">
      <Text size="sm" c="dimmed">
        © {year} {tenant.name}
      </Text>
      <Group gap="md">
        <Anchor component={Link} to="/" size="sm" c="dimmed" underline="hover">
          {t('Home')}
        </Anchor>
        <Anchor component={Link} to="/aboutUs" size="sm" c="dimmed" underline="hover">
          {t('About Us')}
        </Anchor>
        <NativeSelect
          size="xs"
          aria-label={t('Language')}
          value={language}
          onChange={(event) => void choose({ language: event.currentTarget.value as Language })}
          data={Object.entries(languageNames).map(([value, label]) => ({ value, label }))}
        />
      </Group>
    </Group>
  )
})
