import { Link } from 'react-router'
import { useOpenNav } from '#kit/page/nav'
import { useKeepLanguage, usePage } from '#kit/page/page'
import { useText } from '#kit/text'
import { Languages } from './LanguageSwitch.tsx'

export const Footer = ({ year }: { year: number }) => {
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
          <p>{t('This site sets no cookies. It counts how often each page is looked at, and nothing else.')}</p>
        </div>
        <nav aria-label={t('Footer')}>
          <ul>
            <Entries />
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

const Entries = () => {
  const t = useText()
  const keep = useKeepLanguage()
  return useOpenNav('foot').map(({ to, text }) => (
    <li key={to}>
      <Link to={keep(to)}>{t(text)}</Link>
    </li>
  ))
}
