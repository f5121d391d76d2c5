import { useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import type { PageFacts } from '@tradewind/contract/kit/page'
import { phrase } from '@tradewind/contract/kit/phrase'
import type { MouseEvent } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { useIsReady } from '#kit/browser/storedForm'
import { useLanguageLink, usePage } from '#kit/page/page'
import { session, signOut, useActor } from '#kit/session'
import { languageNames, languages, useLanguage, useText } from '#kit/text'
import { areaLinkOf, areaOf, openSignIn } from '#platform/landing'
import { Brand } from '#platform/shell/Brand'
import { useCloseDetails } from './useCloseDetails.ts'

interface Entry {
  to: string
  text: string
  /** If it returns false for the tenant, the entry is hidden. */
  isVisible?: (tenant: PageFacts['tenant']) => boolean
}

const aboutUs = { to: '/aboutUs', text: phrase('About Us') }
const solutions = { to: '/solutions', text: phrase('Solutions') }
const pricing = { to: '/pricing', text: phrase('Pricing') }

const showsContent = (tenant: PageFacts['tenant']) => tenant.showsContent

const navigations = {
  /** The navigation in the header of the open pages. */
  top: [{ to: '/', text: phrase('Home') }, aboutUs, solutions, pricing],
  /** The row of tabs below it. */
  tabs: [
    { to: '/', text: phrase('Search') },
    { to: '/xareview', text: phrase('Partners'), isVisible: ({ showsPartners }) => showsPartners },
    { to: '/knowledgeCentre', text: phrase('Knowledge'), isVisible: showsContent },
  ],
  foot: [
    aboutUs,
    solutions,
    pricing,
    { to: '/knowledgeCentre', text: phrase('Knowledge Centre'), isVisible: showsContent },
    { to: '/drive', text: phrase('My Drive') },
    { to: '/self-assessment', text: phrase('Self-assessment'), isVisible: ({ showsAssessment }) => showsAssessment },
    { to: '/signup', text: phrase('Sign up'), isVisible: ({ allowsSignUp }) => allowsSignUp },
  ],
} satisfies Record<string, readonly Entry[]>

/** The entries of one navigation of the open pages, in order: those that this tenant shows. */
export const useOpenNav = (name: keyof typeof navigations): readonly Entry[] => {
  const { tenant } = usePage()
  const entries: readonly Entry[] = navigations[name]
  return entries.filter(({ isVisible }) => isVisible?.(tenant) ?? true)
}

const NavEntries = () => {
  const t = useText()
  const withLang = useLanguageLink()
  const entries = useOpenNav('top')
  return entries.map(({ to, text }) => (
    <li key={to}>
      <NavLink to={withLang(to)} end prefetch="intent">
        {t(text)}
      </NavLink>
    </li>
  ))
}

/** The entry for the user's own area; for visitors, for whom a phone has only room for one button beside the menu, to sign in. */
const Area = () => <li>{areaOf(useActor().roles) ? <MyAreaLink /> : <SignInLink />}</li>

/** The whole navigation in a menu, where there is no room for a row. */
const NavMenu = () => {
  const t = useText()
  return (
    <details className="open-fold open-narrow" name="header" ref={useCloseDetails()}>
      <summary>{t('Menu')}</summary>
      <ul>
        <NavEntries />
        <Area />
        <li className="open-rule">
          <SchemeSwitch hasLabel />
        </li>
        <Languages />
      </ul>
    </details>
  )
}

export const Header = () => {
  const t = useText()
  const withLang = useLanguageLink()
  return (
    <header className="open-header">
      <div className="open-width open-bar">
        <NavLink to={withLang('/')} end className="open-brand">
          <Brand />
        </NavLink>
        <nav aria-label={t('Main navigation')} className="open-wide">
          <ul className="open-entries">
            <NavEntries />
          </ul>
        </nav>
        <div className="open-wide">
          <LanguageSwitch />
          <SchemeSwitch />
        </div>
        <MyAreaLink className="open-wide open-button" />
        <SignInLink className="open-button" />
        <SignUpLink />
        <NavMenu />
      </div>
    </header>
  )
}

/** A link to their own area for signed-in users. */
const MyAreaLink = ({ className }: { className?: string }) => {
  const t = useText()
  const area = areaOf(useActor().roles)
  return area ? (
    <Link className={className} to={area}>
      {t('My area')}
    </Link>
  ) : null
}

/** A link that lets visitors create a free account, if the tenant allows it. */
const SignUpLink = () => {
  const t = useText()
  const withLang = useLanguageLink()
  const { allowsSignUp } = usePage().tenant
  return useActor().roles.length === 0 && allowsSignUp ? (
    <Link className="open-button open-button-main" to={withLang('/signup')}>
      {t('Sign up')}
    </Link>
  ) : null
}

const isDark = () => document.documentElement.dataset.mantineColorScheme === 'dark'
const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)').matches

/** The theme is saved in the user's account. If that fails, it applies in this browser until the next sign-in. */
const saveTheme = async (theme: 'auto' | 'light' | 'dark') => {
  const { call } = await import('#kit/api/call')
  await call('PATCH /api/auth/account', { theme }).catch(() => null)
}

/** Switches between light and dark. If the choice equals the system's setting, the theme follows the system again. */
const SchemeSwitch = ({ hasLabel = false }: { hasLabel?: boolean }) => {
  const t = useText()
  const { setColorScheme } = useMantineColorScheme()
  const toggleScheme = () => {
    const dark = !isDark()
    const theme = dark === systemIsDark() ? 'auto' : dark ? 'dark' : 'light'
    setColorScheme(theme)
    if (session.isOpen()) void saveTheme(theme)
  }
  const words = t('Switch between light and dark')
  return (
    <button type="button" className={hasLabel ? 'open-icon open-icon-worded' : 'open-icon'} onClick={toggleScheme} title={words}>
      <IconSun className="open-sun" size={20} stroke={1.75} aria-hidden="true" />
      <IconMoon className="open-moon" size={20} stroke={1.75} aria-hidden="true" />
      <span className={hasLabel ? '' : 'unseen'}>{words}</span>
    </button>
  )
}

const plainClick = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) => !(metaKey || ctrlKey || shiftKey || altKey)

/** Sign-in for visitors, a link to their own area for signed-in users; a starter, who has no area, can sign out here. */
const SignInLink = ({ className }: { className?: string }) => {
  const t = useText()
  const roles = useActor().roles
  const withLang = useLanguageLink()
  const area = areaLinkOf(roles)
  if (area) {
    return (
      <Link className={className} to={area.to}>
        <span className="open-wide">{t(area.text)}</span>
        <span className="open-narrow">{t('My area')}</span>
      </Link>
    )
  }
  if (roles.length > 0) {
    return (
      <button type="button" className={className} onClick={() => void signOut()}>
        {t('Logout')}
      </button>
    )
  }
  return (
    <Link
      className={className}
      to={withLang('/auth/login')}
      onClick={(event) => plainClick(event) && openSignIn() && event.preventDefault()}
    >
      {t('Login')}
    </Link>
  )
}

/** Links to the page in each language. They are plain links: they work without scripts, and each language has its own address. */
export const Languages = () => {
  const spoken = useLanguage()
  const { pathname, search } = useLocation()
  const isReady = useIsReady()
  const addressIn = (code: string) => {
    const query = new URLSearchParams(search)
    if (!isReady) query.delete('email') // the address of a mail's recipient: a cached page must contain no personal data
    query.set('lang', code)
    return `${pathname}?${query}`
  }
  return languages.map((code) => (
    <li key={code}>
      <a href={addressIn(code)} hrefLang={code} lang={code} aria-current={code === spoken || undefined}>
        {languageNames[code]}
      </a>
    </li>
  ))
}

const LanguageSwitch = () => {
  const t = useText()
  const spoken = useLanguage()
  return (
    <details className="open-fold" name="header" ref={useCloseDetails()}>
      <summary>
        <span className="unseen">{t('Language')}</span>
        {languageNames[spoken]}
      </summary>
      <ul>
        <Languages />
      </ul>
    </details>
  )
}
