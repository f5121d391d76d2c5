import { Link } from 'react-router'
import { Head } from '#kit/page/head'
import { useKeepLanguage, usePage } from '#kit/page/page'
import { useText } from '#kit/text'

/** Nothing stands behind the link. */
export const NoResult = () => {
  const t = useText()
  const keep = useKeepLanguage()
  const { showsAssessment } = usePage().tenant
  return (
    <section className="open-width status">
      <Head title={t('This link leads to no result')} />
      <p className="status-code">404</p>
      <h1>{t('This link leads to no result')}</h1>
      <p>{t('It may have been cut short in the mail, or the answers behind it were deleted.')}</p>
      <Link className="open-button open-button-main" to={keep(showsAssessment ? '/self-assessment' : '/')}>
        {showsAssessment ? t('Take the self-assessment') : t('Back To Home')}
      </Link>
    </section>
  )
}
