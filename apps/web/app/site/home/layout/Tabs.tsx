import { NavLink } from 'react-router'
import { useOpenNav } from '#kit/page/nav'
import { useKeepLanguage } from '#kit/page/page'
import { useText } from '#kit/text'

/** Search, partners and knowledge, as far as the tenant shows them: the way through what there is to find. */
export const Tabs = () => {
  const t = useText()
  const keep = useKeepLanguage()
  const entries = useOpenNav('tabs')
  if (entries.length < 2) return null
  return (
    <nav aria-label={t('Find')} className="open-tabs">
      <div className="open-width">
        <ul>
          {entries.map(({ to, text }) => (
            <li key={to}>
              <NavLink to={keep(to)} end prefetch="intent">
                {t(text)}
              </NavLink>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  )
}
