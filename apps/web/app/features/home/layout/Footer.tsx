import { Link } from 'react-router'
import { openNav } from '#kit/page/nav'
import { useKeepLanguage, usePage } from '#kit/page/page'
import { useText } from '#kit/text'

export const Footer = ({ year }: { year: number }) => {
  const t = useText()
  const keep = useKeepLanguage()
  const { tenant } = usePage()
  return (
    <footer className="open-footer">
      <div className="open-ladder" />
      <div className="open-width open-foot">
        <p>
          © <time>{year}</time> {tenant.name}
        </p>
        <nav aria-label={t('Footer')}>
          <ul>
            {openNav.map(({ to, text }) => (
              <li key={to}>
                <Link to={keep(to)}>{t(text)}</Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  )
}
