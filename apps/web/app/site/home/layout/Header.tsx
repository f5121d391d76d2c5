import { NavLink } from 'react-router'
import { areaOf } from '#kit/account/landing'
import { Brand } from '#kit/page/brand'
import { useOpenNav } from '#kit/page/nav'
import { useKeepLanguage } from '#kit/page/page'
import { useRoles } from '#kit/session'
import { useText } from '#kit/text'
import { Languages, LanguageSwitch } from './LanguageSwitch.tsx'
import { MyArea } from './MyArea.tsx'
import { SchemeSwitch } from './SchemeSwitch.tsx'
import { SignInLink } from './SignInLink.tsx'
import { useClosing } from './useClosing.ts'

const Entries = () => {
  const t = useText()
  const keep = useKeepLanguage()
  const entries = useOpenNav('top')
  return entries.map(({ to, text }) => (
    <li key={to}>
      <NavLink to={keep(to)} end prefetch="intent">
        {t(text)}
      </NavLink>
    </li>
  ))
}

const Area = () =>
  areaOf(useRoles()) && (
    <li>
      <MyArea />
    </li>
  )

/** All of it behind one button, where there is no room to stand side by side. */
const Folded = () => {
  const t = useText()
  return (
    <details className="open-fold open-narrow" name="header" ref={useClosing()}>
      <summary>{t('Menu')}</summary>
      <ul>
        <Entries />
        <Area />
        <li className="open-rule">
          <SchemeSwitch worded />
        </li>
        <Languages />
      </ul>
    </details>
  )
}

export const Header = () => {
  const t = useText()
  const keep = useKeepLanguage()
  return (
    <header className="open-header">
      <div className="open-width open-bar">
        <NavLink to={keep('/')} end className="open-brand">
          <Brand />
        </NavLink>
        <nav aria-label={t('Main navigation')} className="open-wide">
          <ul className="open-entries">
            <Entries />
          </ul>
        </nav>
        <div className="open-wide">
          <LanguageSwitch />
          <SchemeSwitch />
        </div>
        <MyArea className="open-wide open-button" />
        <SignInLink className="open-button" />
        <Folded />
      </div>
    </header>
  )
}
