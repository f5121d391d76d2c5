import { phrase } from '@tradewind/contract/kit/phrase'
import { targetMarkets } from '@tradewind/contract/site/lead.constants'
import { useRef } from 'react'
import { Link, type LoaderFunctionArgs, type RouterContextProvider, useLoaderData } from 'react-router'
import { fetchApi, pageServicesContext } from '#kit/page/fetchApi'
import { Head, useLanguageLink, usePage } from '#kit/page/page'
import { useText } from '#kit/text'
import { shortenTitle } from '#site/content/open/PostBody'
import { type CountryOption, countryOptions } from '#site/enquiry/countries'
import { formatLongDay } from '#site/textFormat'
import { Chart } from './Chart.tsx'
import { Search } from './Search.tsx'

export const loader = async ({ context }: LoaderFunctionArgs) => ({
  markets: countryOptions(context.get(pageServicesContext).language, targetMarkets),
  posts: await loadRecentPosts(context),
  trusting: await loadTrustedBy(context),
})

export default function Home() {
  const { markets, posts, trusting } = useLoaderData<typeof loader>()
  return (
    <>
      <HomeHead />
      <Hero markets={markets} />
      {posts && <RecentPosts {...posts} />}
      <AssessmentTeaser />
      <MarketEntrySteps />
      <TrustedBy {...trusting} />
    </>
  )
}

const HomeHead = () => {
  const t = useText()
  const { origin, tenant } = usePage()
  const organization = {
    '@type': 'Organization',
    '@id': `${origin}/#organization`,
    name: tenant.name,
    url: origin,
    logo: origin + (tenant.logo ?? '/favicon.svg'),
    ...(tenant.contact && { email: tenant.contact }),
  }
  const site = { '@type': 'WebSite', name: tenant.name, url: origin, publisher: { '@id': organization['@id'] } }
  return (
    <Head
      title={t('International Expansion')}
      description={t(
        'Companies and contacts, meeting reports, shared documents, a trust score and a readiness assessment: what small and medium companies need to sell across borders, in one place.',
      )}
      jsonLd={{ '@context': 'https://schema.org', '@graph': [organization, site] }}
    />
  )
}

/** A link to the free self-assessment, if the tenant shows it. */
const AssessmentTeaser = () => {
  const t = useText()
  const withLang = useLanguageLink()
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
        <Link className="open-button" to={withLang('/self-assessment')} prefetch="intent">
          {t('Take the free assessment')}
        </Link>
      </div>
    </section>
  )
}

const Hero = ({ markets }: { markets: readonly CountryOption[] }) => {
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

/** The steps of a company that enters a market, in order. */
const MarketEntrySteps = () => {
  const t = useText()
  const marketSteps = [
    [
      t('Take your bearings'),
      t(
        'Answer the readiness assessment and see, field by field, where your company is strong and what to mend before you leave.',
      ),
    ],
    [
      t('Find who is there'),
      t('Keep the companies and contacts of each market in one list that your whole team searches, filters and relies on.'),
    ],
    [
      t('Hold your course'),
      t('Write the meeting report while it is fresh. Summaries, tasks and dates follow from it, and nobody has to ask twice.'),
    ],
    [
      t('Arrive well known'),
      t('Ask the people you work with for a review. Their answers become a trust score that your next partner can read.'),
    ],
  ]
  return (
    <section className="open-width course" aria-labelledby="course-title">
      <h2 id="course-title">{t('From the first question to the first order')}</h2>
      <ol>
        {marketSteps.map(([title, text]) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The latest free posts: articles, and audio or video. */
const RecentPosts = ({ articles, media }: { articles: readonly Post[]; media: readonly Post[] }) => {
  const t = useText()
  const withLang = useLanguageLink()
  if (articles.length + media.length === 0) return null
  return (
    <section className="open-width posts" aria-labelledby="posts-title">
      <header>
        <h2 id="posts-title">{t('Recent Posts')}</h2>
        <Link to={withLang('/knowledgeCentre')} prefetch="intent">
          {t('See all content')}
        </Link>
      </header>
      <Column title={t('ARTICLES')} posts={articles} />
      <Column title={t('AUDIO/VIDEO')} posts={media} />
    </section>
  )
}

const kinds = { TEXT: undefined, AUDIO: phrase('Audio'), VIDEO: phrase('Video') } as const

const Column = ({ title, posts }: { title: string; posts: readonly Post[] }) => {
  const t = useText()
  const withLang = useLanguageLink()
  return (
    <div>
      <h3>{title}</h3>
      {posts.length === 0 && <p className="posts-none">{t('Nothing has been published here yet.')}</p>}
      <ul>
        {posts.map(({ uniqueId, slug, title: name, excerpt, contentType, shownFrom, day }) => (
          <li key={uniqueId}>
            <h4>
              <Link to={withLang(`/blog/${slug}`)} prefetch="intent" title={shortenTitle(name) === name ? undefined : name}>
                {shortenTitle(name)}
              </Link>
            </h4>
            <p>{excerpt}</p>
            <p className="posts-day">
              {kinds[contentType] && <span>{t(kinds[contentType])}</span>}
              {shownFrom && <time dateTime={shownFrom}>{day}</time>}
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}

type Context = Readonly<RouterContextProvider>

/** The three newest free posts: articles, or (`media`) audio and video. */
const loadNewestPosts = async (context: Context, media: boolean) => {
  const found = await fetchApi(context, 'GET /api/content/', {
    reader: context.get(pageServicesContext).language,
    page: 0,
    size: 3,
    sort: '-shownFrom',
    subscription: 'FREE',
    media,
    bodies: false,
  })
  return (found?.data ?? []).map(({ uniqueId, slug, title, excerpt, contentType, shownFrom, dateCreatedLocal }) => ({
    uniqueId,
    slug,
    title,
    excerpt,
    contentType,
    shownFrom,
    // Formatted on the server, where the page is rendered: a browser may format the language differently.
    day: formatLongDay(context.get(pageServicesContext).language, dateCreatedLocal),
  }))
}

type Post = Awaited<ReturnType<typeof loadNewestPosts>>[number]

/** The posts of the knowledge centre on the home page, if the tenant has one. */
const loadRecentPosts = async (context: Context) => {
  if (!context.get(pageServicesContext).tenant.showsContent) return null
  const [articles, media] = await Promise.all([loadNewestPosts(context, false), loadNewestPosts(context, true)])
  return { articles, media }
}

/** A logo: a name, and paths in a square of 48. `line` is stroked, `fill` is filled. */
interface DrawnMark {
  name: string
  line?: string
  fill?: string
}

/** Logos of invented companies, shown while there are no real ones. Only the server has them. */
const inventedMarks: readonly DrawnMark[] = [
  { name: 'Norrvik', line: 'M6 34L18 14l8 13 5-8 11 15M6 40h36' },
  { name: 'Casa Albera', line: 'M10 42V22a14 14 0 0 1 28 0v20M18 42V24a6 6 0 0 1 12 0v18' },
  { name: 'Helmbach', fill: 'M24 5l16.5 9.5v19L24 43 7.5 33.5v-19zm0 9l-8.7 5v10l8.7 5 8.7-5V19z' },
  { name: 'Brisalta', line: 'M6 16h24a6 6 0 1 0-6-6M6 25h32a6 6 0 1 1-6 6M6 34h16a5 5 0 1 1-5 5' },
  { name: 'Orsenne', line: 'M24 8a16 16 0 1 0 0 32 16 16 0 0 0 0-32zm0 0v32M8 24h32' },
  { name: 'Kestrelby', fill: 'M4 14c10 0 16 4 20 12 4-8 10-12 20-12-2 12-9 18-20 24C13 32 6 26 4 14z' },
  { name: 'Valdoria', fill: 'M8 8h10l6 20 6-20h10L28 42h-8z' },
  { name: 'Tannholt', fill: 'M24 4l11 14h-6l9 12H27v12h-6V30H10l9-12h-6z' },
  { name: 'Lumenest', line: 'M24 15a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM24 4v5M24 39v5M4 24h5M39 24h5M10 10l3.5 3.5M34.5 34.5L38 38M38 10l-3.5 3.5M13.5 34.5L10 38' },
  { name: 'Sablepoint', fill: 'M6 6h16v16H6zm20 0h16v16L26 6zM6 26h16v16zm20 0h16v16H26z' },
  { name: 'Quintavela', line: 'M22 6v30M22 8c10 6 14 14 15 24H22M22 14c-7 5-10 11-11 18h11M8 40h32' },
  { name: 'Osterlyng', line: 'M6 30a18 18 0 0 1 36 0M13 30a11 11 0 0 1 22 0M20 30a4 4 0 0 1 8 0M4 37h40' },
] // oxfmt-ignore

/** The twelve partners with the most reviews, if the tenant shows any; otherwise logos of invented companies. */
const loadTrustedBy = async (context: Context) => {
  const found = context.get(pageServicesContext).tenant.showsPartners
    ? await fetchApi(context, 'GET /api/review/partners', { page: 0, size: 12, sort: '-totalReviews' })
    : null
  const partners = (found?.data ?? []).map(({ companyId, companyName, brandLogoUID }) => ({
    companyId,
    companyName,
    brandLogoUID,
    initial: Array.from(companyName.trim())[0]?.toUpperCase(),
  }))
  return { partners, drawn: partners.length > 0 ? [] : inventedMarks }
}

/** The scroll position after a step of one slide. It wraps around at both ends. */
const nextScrollLeft = ({ scrollLeft, clientWidth, scrollWidth }: Element, by: 1 | -1) => {
  const last = scrollWidth - clientWidth
  const next = scrollLeft + by * clientWidth
  if (next < -1) return last
  return next > last + 1 ? 0 : next
}

type TrustedByData = Awaited<ReturnType<typeof loadTrustedBy>>

/** Up to twelve logos, four to a slide, moved by buttons: those of the partners, or drawn ones if there is no partner yet. */
const TrustedBy = ({ partners, drawn }: TrustedByData) => {
  const t = useText()
  const strip = useRef<HTMLUListElement>(null)
  const scrollBySlide = (by: 1 | -1) => strip.current?.scrollTo({ left: nextScrollLeft(strip.current, by) })
  const isScrollable = partners.length + drawn.length > 4
  return (
    <section className="open-width trusted" aria-labelledby="trusted-title">
      <h2 id="trusted-title">{t('They have already trusted us... will you?')}</h2>
      <div className="trusted-strip">
        {isScrollable && (
          <button
            type="button"
            className="open-icon"
            aria-label={t('Previous logos')}
            title={t('Previous logos')}
            onClick={() => scrollBySlide(-1)}
          >
            ←
          </button>
        )}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard */}
        <ul ref={strip} tabIndex={0} aria-labelledby="trusted-title">
          {partners.map((partner) => (
            <Partner key={partner.companyId} partner={partner} />
          ))}
          {drawn.map(({ name, line, fill }) => (
            <li key={name}>
              <svg viewBox="0 0 48 48" width="40" height="40" aria-hidden="true">
                {line && <path className="trusted-line" d={line} />}
                {fill && <path d={fill} fillRule="evenodd" />}
              </svg>
              {name}
            </li>
          ))}
        </ul>
        {isScrollable && (
          <button
            type="button"
            className="open-icon"
            aria-label={t('Next logos')}
            title={t('Next logos')}
            onClick={() => scrollBySlide(1)}
          >
            →
          </button>
        )}
      </div>
      {drawn.length > 0 && <p>{t('These logos are examples of invented companies.')}</p>}
    </section>
  )
}

const Partner = ({
  partner: { companyId, companyName, brandLogoUID, initial },
}: {
  partner: TrustedByData['partners'][number]
}) => {
  const withLang = useLanguageLink()
  return (
    <li>
      <Link to={withLang(`/company/${companyId}`)} prefetch="intent">
        <span className="trusted-logo" aria-hidden>
          {brandLogoUID ? <img src={`/api/document/${brandLogoUID}`} alt="" loading="lazy" /> : initial}
        </span>
        {companyName}
      </Link>
    </li>
  )
}
