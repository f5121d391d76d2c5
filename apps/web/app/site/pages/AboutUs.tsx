import { IconFileText, IconFlag, IconNotes, IconUsers } from '@tabler/icons-react'
import type { PartnerCard } from '@tradewind/contract/trust/review.schemas'
import { type LoaderFunctionArgs, redirect, useLoaderData, useSearchParams } from 'react-router'
import { fetchApi, pageServicesContext } from '#kit/page/fetchApi'
import { Head, usePage } from '#kit/page/page'
import { useText } from '#kit/text'
import { ContactBlock } from '#site/enquiry/ContactBlock'
import { localizeCards } from '#site/partners/countries'
import { addressOfPage, CardPager, CARDS_PER_PAGE, lastPageIfPastEnd, parsePage, PartnerCards } from '#site/partners/PartnerCards'

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  if (!context.get(pageServicesContext).tenant.showsPartners) return null
  const { searchParams, pathname } = new URL(request.url)
  const page = parsePage(searchParams)
  const found = await fetchApi(context, 'GET /api/review/partners', {
    page: page - 1,
    size: CARDS_PER_PAGE,
    sort: '-totalReviews',
  })
  if (!found || found.total === 0) return null
  const last = lastPageIfPastEnd(page, found.total, CARDS_PER_PAGE)
  if (last) throw redirect(pathname + addressOfPage(searchParams, last))
  return { cards: localizeCards(context.get(pageServicesContext).language, found.data), total: found.total }
}

/** The tenant, and the partners that it works with. */
export default function AboutUs() {
  const t = useText()
  const { tenant } = usePage()
  const partners = useLoaderData<typeof loader>()
  const page = parsePage(useSearchParams()[0])
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

interface OurPartnersProps {
  cards: readonly PartnerCard[]
  total: number
  page: number
}

const OurPartners = ({ cards, total, page }: OurPartnersProps) => {
  const t = useText()
  const [params] = useSearchParams()
  return (
    <section id="partners" className="open-width about-partners" aria-labelledby="partners-title">
      <h2 id="partners-title">{t('Our Partners')}</h2>
      <p>{t('Companies that we work with. Their customers were asked, and the newest answer of each counts for the score.')}</p>
      <PartnerCards cards={cards} />
      <CardPager
        page={page}
        pages={Math.ceil(total / CARDS_PER_PAGE)}
        addressOf={(one) => `${addressOfPage(params, one)}#partners`}
      />
    </section>
  )
}

/** An example of a record: an invented company, and labelled as such. */
const Example = () => {
  const t = useText()
  const entries = [
    { Icon: IconFlag, title: t('Next step'), text: t('Send samples and the certificate of origin') },
    {
      Icon: IconNotes,
      title: t('Meeting report'),
      text: t('At the fair: they take the small range first, if we label it in French'),
    },
    { Icon: IconUsers, title: t('Summary'), text: t('Shared with everyone who works on the project') },
    { Icon: IconFileText, title: t('Document'), text: t('Price list, shared by email address') },
  ]
  return (
    <figure className="story-record">
      <p className="story-company">
        Maison Vasseur & Fils <span>{t('Importer or distributor, France')}</span>
      </p>
      <ol>
        {entries.map(({ Icon, title, text }) => (
          <li key={title}>
            <Icon size={20} stroke={1.75} aria-hidden="true" />
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <figcaption>{t('An invented company, to show what a record holds')}</figcaption>
    </figure>
  )
}

const Story = () => {
  const t = useText()
  return (
    <section className="open-width story" aria-labelledby="story-title">
      <div>
        <h2 id="story-title">{t('What was said last is what you see first')}</h2>
        <p>
          {t(
            'Open a company and its story is there, the newest on top: meetings, summaries, tasks, files, reviews. Whoever takes over needs no briefing, and whoever stands at the fair needs no laptop.',
          )}
        </p>
        <h2>{t('Your records stay yours')}</h2>
        <p>
          {t(
            'Each organisation works behind a wall of its own. What you share, you share by name. And what was done is written down: who changed what, and when.',
          )}
        </p>
      </div>
      <Example />
    </section>
  )
}
