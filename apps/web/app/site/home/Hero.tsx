import { usePage } from '#kit/page/page'
import { useText } from '#kit/text'
import type { CountryOption } from '#site/enquiry/countries'
import { Chart } from './Chart.tsx'
import { Search } from './search/Search.tsx'

export const Hero = ({ markets }: { markets: readonly CountryOption[] }) => {
  const t = useText()
  const { tenant } = usePage()
  return (
    <section className="hero" aria-labelledby="hero-title">
      <div className="hero-sea">
        <Chart />
      </div>
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
        <Search markets={markets} />
      </div>
      <div className="open-ladder" />
    </section>
  )
}
