import { useState } from 'react'
import {
  type ClientLoaderFunctionArgs,
  Link,
  NavigationType,
  NavLink,
  Outlet,
  redirectDocument,
  useLoaderData,
  useLocation,
  useNavigationType,
} from 'react-router'
import { useVersionCheck } from '#kit/browser/version'
import { type Handle, openStylesId, useLanguageLink, usePage } from '#kit/page/page'
import { loadTexts, useText } from '#kit/text'
import { Header, Languages, useOpenNav } from './Header.tsx'

export const handle: Handle = { public: true }

const thisYear = () => new Date().getFullYear()

export const loader = thisYear

/** Navigation from a signed-in page loads a new document, since open pages have their own styles. Between open pages the texts load first. */
export const clientLoader = async ({ request }: ClientLoaderFunctionArgs) => {
  const { pathname, search } = new URL(request.url)
  if (!document.getElementById(openStylesId)) throw redirectDocument(pathname + search)
  await loadTexts()
  return thisYear()
}

export default function PublicLayout() {
  const t = useText()
  return (
    <div className="open">
      <a className="skip" href="#content">
        {t('Skip to content')}
      </a>
      <Header />
      <Tabs />
      <main id="content" tabIndex={-1}>
        <LastNotice />
        <Outlet />
      </main>
      <Footer year={useLoaderData<typeof loader>()} />
      <NewVersion />
    </div>
  )
}

/** The message of the page that redirected here; gone after a reload, which knows no texts that the page does not need. */
const LastNotice = () => {
  const t = useText()
  const { state } = useLocation() as { state: { notice?: string } | null }
  if (useNavigationType() !== NavigationType.Push || !state?.notice) return null
  return (
    <div role="status" className="tw-notice" data-kind="good">
      <div className="open-width">{t(state.notice)}</div>
    </div>
  )
}

/** Says that a newer version is available, if the page must not reload on its own because a form is being filled in. */
const NewVersion = () => {
  const t = useText()
  const [isAvailable, setAvailable] = useState(false)
  useVersionCheck(() => setAvailable(true))
  return (
    <div role="status" className="open-version">
      {isAvailable && (
        <p>
          {t('There is a new version')} <span>{t('Reload when it suits you. Everything you typed is kept.')}</span>
          <button type="button" className="open-button" onClick={() => location.reload()}>
            {t('Reload')}
          </button>
        </p>
      )}
    </div>
  )
}

/** The tabs: search, partners and knowledge centre, as far as the tenant shows them. */
const Tabs = () => {
  const t = useText()
  const withLang = useLanguageLink()
  const entries = useOpenNav('tabs')
  if (entries.length < 2) return null
  return (
    <nav aria-label={t('Find')} className="open-tabs">
      <div className="open-width">
        <ul>
          {entries.map(({ to, text }) => (
            <li key={to}>
              <NavLink to={withLang(to)} end prefetch="intent">
                {t(text)}
              </NavLink>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  )
}

const Footer = ({ year }: { year: number }) => {
  const t = useText()
  const { tenant } = usePage()
  return (
    <footer className="open-footer">
      <div className="open-ladder" />
      <div className="open-width open-foot">
        <div>
          <p>
            © <time>{year}</time> {tenant.name}
          </p>
          {tenant.contact && (
            <p>
              {t('Contact')}: <a href={`mailto:${tenant.contact}`}>{tenant.contact}</a>
            </p>
          )}
          <p>{t('This site sets no cookies. It only counts how often each page is viewed.')}</p>
        </div>
        <nav aria-label={t('Footer')}>
          <ul>
            <FooterLinks />
            {tenant.showsContent && (
              <li>
                <a href="/rss.xml" type="application/rss+xml">
                  {t('RSS feed')}
                </a>
              </li>
            )}
          </ul>
        </nav>
        <nav aria-label={t('Language')}>
          <ul>
            <Languages />
          </ul>
        </nav>
      </div>
    </footer>
  )
}

/** The links in the footer, and the legal texts that the tenant has published. */
const FooterLinks = () => {
  const t = useText()
  const withLang = useLanguageLink()
  const { legal } = usePage().tenant
  return [...useOpenNav('foot'), ...legal.map(({ path, name }) => ({ to: path, text: name }))].map(({ to, text }) => (
    <li key={to}>
      <Link to={withLang(to)}>{t(text)}</Link>
    </li>
  ))
}
