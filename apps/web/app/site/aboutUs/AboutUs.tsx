import { type LoaderFunctionArgs, redirect, useLoaderData, useSearchParams } from 'react-router'
import { fetchApi, languageOf, services } from '#kit/page/fetchApi'
import { Head } from '#kit/page/head'
import { usePage } from '#kit/page/page'
import { useText } from '#kit/text'
import { ContactBlock } from '#site/enquiry/ContactBlock'
import { cardsIn } from '#site/partners/countries'
import { addressWith, lastInstead, pageIn } from '#site/partners/pages'
import { cardsOfPage } from '#site/partners/PartnerCards'
import { OurPartners } from './OurPartners.tsx'
import { Story } from './Story.tsx'

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  if (!context.get(services).tenant.showsPartners) return null
  const { searchParams, pathname } = new URL(request.url)
  const page = pageIn(searchParams)
  const found = await fetchApi(context, 'GET /api/review/partners', { page: page - 1, size: cardsOfPage, sort: '-totalReviews' })
  if (!found || found.total === 0) return null
  const last = lastInstead(page, found.total, cardsOfPage)
  if (last) throw redirect(pathname + addressWith(searchParams, last))
  return { cards: cardsIn(languageOf(context), found.data), total: found.total }
}

/** Who is behind the site, and with whom they work. */
export default function AboutUs() {
  const t = useText()
  const { tenant } = usePage()
  const partners = useLoaderData<typeof loader>()
  const page = pageIn(useSearchParams()[0])
  return (
    <>
      <AboutHead page={page} />
      <header className="open-width open-title">
        <h1>{t('Helping SMEs grow')}</h1>
        <p>
          {t(
            '{name} helps small and medium companies sell across borders: with advice where it is needed, and with one place in which all of the work is kept.',
            { name: tenant.name },
          )}
        </p>
      </header>
      <AboutText />
      <Story />
      {partners && <OurPartners {...partners} page={page} />}
      <div className="open-width about-contact">
        <ContactBlock
          title={t('Talk to us')}
          text={t('Tell us what you have in mind, and we write back.')}
          button={t('Contact us')}
          dialogTitle={t('Talk to us')}
          isMain
        />
      </div>
    </>
  )
}

const AboutText = () => {
  const t = useText()
  const parts = [
    [
      t('Who it is for'),
      t(
        'Manufacturers, service companies and distributors with a good product and a small team for everything else: the managing director who goes to the fairs, the export manager with ten markets, the family firm before its first order from abroad.',
      ),
    ],
    [
      t('How we work'),
      t(
        'You name the market and the time. We look at where you stand, agree on the steps with you and take them together: research, partners, meetings, contracts. What is said and promised is written down once and stays with you.',
      ),
    ],
    [
      t('What we do not do'),
      t(
        'We sell no lists of addresses and promise no turnover. Nobody can pay for a better trust score or leave an answer out of it. And what you keep in your drive is read by those you share it with, and by nobody else.',
      ),
    ],
  ]
  return (
    <section className="about-text" aria-labelledby="about-title">
      <div className="open-width">
        <h2 id="about-title">{t('About Us')}</h2>
        {parts.map(([title, text]) => (
          <div key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </div>
        ))}
      </div>
    </section>
  )
}

const AboutHead = ({ page }: { page: number }) => {
  const t = useText()
  const { origin, tenant } = usePage()
  const organization = { '@type': 'Organization', '@id': `${origin}/#organization`, name: tenant.name, url: origin }
  return (
    <Head
      title={t('About Us')}
      description={t(
        'Who we are, for whom we work and with which partners: advice and tools for small and medium companies that sell across borders.',
      )}
      page={page}
      jsonLd={{
        '@context': 'https://schema.org',
        '@type': 'AboutPage',
        name: t('About Us'),
        url: `${origin}/aboutUs`,
        mainEntity: organization,
      }}
    />
  )
}
