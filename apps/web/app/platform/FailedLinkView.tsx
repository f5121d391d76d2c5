import { isRouteErrorResponse, Link, useRouteError } from 'react-router'
import { Head, useLanguageLink } from '#kit/page/page'
import { useText } from '#kit/text'
import { FailedView } from './StatusView.tsx'

/** Shown instead of a page that a personal or short link opens. Does not reveal whether the link has ever existed. */
export const FailedLinkView = () => {
  const error = useRouteError()
  return isRouteErrorResponse(error) && error.status === 404 ? <InactiveLink /> : <FailedView />
}

const InactiveLink = () => {
  const t = useText()
  const withLang = useLanguageLink()
  return (
    <section className="open-width status">
      <Head title={t('This link does not work')} />
      <p className="status-code">404</p>
      <h1>{t('This link does not work')}</h1>
      <p>{t('It may have been cut short, or it is no longer active. Please ask whoever gave it to you for a new one.')}</p>
      <Link className="open-button open-button-main" to={withLang('/')}>
        {t('Back To Home')}
      </Link>
    </section>
  )
}
