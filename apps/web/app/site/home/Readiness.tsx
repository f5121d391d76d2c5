import { Link } from 'react-router'
import { useKeepLanguage, usePage } from '#kit/page/page'
import { useText } from '#kit/text'

/** The way to the free self-assessment, where the tenant shows it. */
export const Readiness = () => {
  const t = useText()
  const keep = useKeepLanguage()
  if (!usePage().tenant.showsAssessment) return null
  return (
    <section className="readiness" aria-labelledby="readiness-title">
      <div className="open-width">
        <div>
          <h2 id="readiness-title">{t('Are you ready to go abroad?')}</h2>
          <p>
            {t(
              'The free readiness assessment shows you, field by field, where your company is strong and what to mend before you leave. The link to your result comes by mail.',
            )}
          </p>
        </div>
        <Link className="open-button" to={keep('/self-assessment')} prefetch="intent">
          {t('Take the free assessment')}
        </Link>
      </div>
    </section>
  )
}
