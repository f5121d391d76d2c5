import { usePage } from '#kit/page/page'
import { useText } from '#kit/text'
import { Chart } from './Chart.tsx'
import { SignInLink } from './layout/SignInLink.tsx'

export const Hero = () => {
  const t = useText()
  const { tenant } = usePage()
  return (
    <section className="hero" aria-labelledby="hero-title">
      <div className="open-width hero-words">
        <h1 id="hero-title">
          {t('International Expansion')} <span>{t('on a course you can trust')}</span>
        </h1>
        <p className="hero-lead">
          {t(
            '{name} gives small and medium companies what they need to sell across borders: a clear view of where they stand, one place for every company and contact, and a record of each promise made on the way.',
            { name: tenant.name },
          )}
        </p>
        <p className="hero-actions">
          <SignInLink className="open-button open-button-main" text={t('Open your workspace')} />
          <a className="open-quiet" href="#course">
            {t('See how it works')}
          </a>
        </p>
      </div>
      <Chart />
      <div className="open-ladder" />
    </section>
  )
}
