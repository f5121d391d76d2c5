import { countryCode } from '@tradewind/contract/country-spellings'
import { type ReviewType, reviewTypes } from '@tradewind/contract/trust/review.constants'
import type { PartnerCard } from '@tradewind/contract/trust/review.schemas'
import { Link, type LoaderFunctionArgs, redirect, useLoaderData, useNavigate, useSearchParams } from 'react-router'
import { fetchApi, notFoundResponse, pageServicesContext } from '#kit/page/fetchApi'
import { Head, useLanguageLink, usePage } from '#kit/page/page'
import { isLanguage, type Translate, useText } from '#kit/text'
import type { CountryOption } from '#site/enquiry/countries'
import { typeNames } from '#trust/reviewTypes'
import { countryChoices, localizeCards } from './countries.ts'
import {
  addressOfPage,
  CardPager,
  CARDS_PER_PAGE,
  companyJsonLd,
  lastPageIfPastEnd,
  parsePage,
  PartnerCards,
} from './PartnerCards.tsx'
import styles from './partners.module.css'

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  if (!context.get(pageServicesContext).tenant.showsPartners) throw notFoundResponse()
  const { searchParams, pathname } = new URL(request.url)
  const { companyName, industry, country: countryText, page } = parseQuery(searchParams)
  const country = countryCode(countryText)
  const callFilters = { ...(companyName && { companyName }), ...(industry && { industry }), ...(country && { country }) }
  const [found, countryList] = await Promise.all([
    fetchApi(context, 'GET /api/review/xareview', {
      page: page - 1,
      size: CARDS_PER_PAGE,
      sort: '-totalReviews',
      ...callFilters,
    }),
    fetchApi(context, 'GET /api/review/xareview/countries'),
  ])
  if (!found || !countryList) throw notFoundResponse()
  const last = lastPageIfPastEnd(page, found.total, CARDS_PER_PAGE)
  if (last) throw redirect(pathname + addressOfPage(searchParams, last))
  const language = context.get(pageServicesContext).language
  const countries = countryChoices(language, countryList.data, country)
  return { cards: localizeCards(language, found.data), total: found.total, country, countries }
}

/** The companies that agreed to be listed, with their scores. */
export default function Partners() {
  const t = useText()
  const withLang = useLanguageLink()
  const { cards, total, country, countries } = useLoaderData<typeof loader>()
  const [params] = useSearchParams()
  const { companyName, industry, page } = parseQuery(params)
  return (
    <section className={`open-width ${styles.partners}`}>
      <Head
        title={t('Reviewed companies')}
        description={t(
          'Companies and their trust scores: each is the mean of the newest answers that invited customers gave, and its page says how it came about.',
        )}
        jsonLd={useListJsonLd(cards)}
        page={page}
      />
      <h1>{t('Companies, and what their customers say')}</h1>
      <p className={styles.lead}>
        {t(
          'Each score is the mean of the newest answers that invited customers gave. No company can leave one out, and each company’s page says how many were asked. Those with the most reviews come first.',
        )}
      </p>
      <Search companyName={companyName} industry={industry} country={country} countries={countries} />
      {cards.length > 0 ? (
        <>
          <div className={styles.count}>
            <h2>{t('{count} company|{count} companies', { count: total })}</h2>
            {(companyName || industry || country) && <Link to={withLang('/xareview')}>{t('Show all companies')}</Link>}
          </div>
          <PartnerCards cards={cards} marksPartners />
        </>
      ) : (
        <NoPartners companyName={companyName} ofIndustry={industry !== undefined} ofCountry={country !== undefined} />
      )}
      <CardPager page={page} pages={Math.ceil(total / CARDS_PER_PAGE)} addressOf={(one) => addressOfPage(params, one)} />
    </section>
  )
}

interface SearchProps {
  companyName: string
  industry: string | undefined
  country: string | undefined
  countries: readonly CountryOption[]
}

/** A plain form: without scripts the browser builds and requests the address. */
const Search = ({ companyName, industry, country, countries }: SearchProps) => {
  const t = useText()
  const navigate = useNavigate()
  const language = useSearchParams()[0].get('lang')
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void navigate(`?${new URLSearchParams(new FormData(event.currentTarget) as unknown as URLSearchParams)}`)
  }
  return (
    <form method="get" role="search" className={styles.search} onSubmit={submit}>
      {isLanguage(language) && <input type="hidden" name="lang" value={language} />}
      <p>
        <label htmlFor="companyName">{t('Company name')}</label>
        <input key={companyName} id="companyName" name="companyName" type="search" defaultValue={companyName} maxLength={200} />
      </p>
      <Choice
        label={t('Industry')}
        name="industry"
        value={industry}
        options={reviewTypes.map((type) => ({ code: type, name: t(typeNames[type]) }))}
      />
      {countries.length > 0 && <Choice label={t('Country')} name="country" value={country} options={countries} />}
      <button type="submit" className="open-button">
        {t('Search@@verb')}
      </button>
    </form>
  )
}

/** The cards as schema.org data. */
const useListJsonLd = (cards: readonly PartnerCard[]) => {
  const { origin } = usePage()
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: cards.map(({ companyId, companyName, brandLogoUID, score, scoreBreakdown: { totalReviews } }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      item: companyJsonLd(origin, { uniqueId: companyId, companyName, brandLogoUID, score, totalReviews }),
    })),
  }
}

interface ChoiceProps {
  label: string
  name: string
  value: string | undefined
  options: readonly { code: string; name: string }[]
}

/** A select of the search: one of the options, or all. */
const Choice = ({ label, name, value = '', options }: ChoiceProps) => {
  const t = useText()
  return (
    <p>
      <label htmlFor={name}>{label}</label>
      <select key={value || 'all'} id={name} name={name} defaultValue={value}>
        <option value="">{t('All')}</option>
        {options.map((option) => (
          <option key={option.code} value={option.code}>
            {option.name}
          </option>
        ))}
      </select>
    </p>
  )
}

interface NoPartnersProps {
  companyName: string
  /** Whether the list was filtered by an industry or a country. */
  ofIndustry: boolean
  ofCountry: boolean
}

const noMatchTitle = (t: Translate, name: string, isPart: boolean) =>
  isPart ? t('No company in this selection matches “{name}”', { name }) : t('No company matches “{name}”', { name })

const emptyTitle = (t: Translate, { companyName, ofIndustry, ofCountry }: NoPartnersProps) => {
  if (companyName) return noMatchTitle(t, companyName, ofIndustry || ofCountry)
  if (ofIndustry && ofCountry) return t('No company of this industry and country shows its score yet')
  if (ofIndustry) return t('No company of this industry shows its score yet')
  return ofCountry ? t('No company of this country shows its score yet') : t('No company shows its score yet')
}

const emptyText = (t: Translate, { companyName, ofIndustry, ofCountry }: NoPartnersProps) => {
  if (!companyName) return t('No company is listed yet. Please come back later.')
  return ofIndustry || ofCountry
    ? t('Try a part of the name, or search among all industries and countries.')
    : t('Try a part of the name.')
}

/** Shown when there is no card: nothing was found, or no company is listed. */
const NoPartners = (props: NoPartnersProps) => {
  const t = useText()
  const withLang = useLanguageLink()
  return (
    <div className={styles.nobody}>
      <h2>{emptyTitle(t, props)}</h2>
      <p>{emptyText(t, props)}</p>
      {(props.companyName || props.ofIndustry || props.ofCountry) && (
        <Link className="open-button" to={withLang('/xareview')}>
          {t('Show all companies')}
        </Link>
      )}
    </div>
  )
}

const parseIndustry = (value: string | null): ReviewType | undefined => reviewTypes.find((one) => one === value)

/** The query in the list's address: a part of a name, an industry, a country as it is written there, and a page from 1. */
export const parseQuery = (params: URLSearchParams) => ({
  companyName: (params.get('companyName') ?? '').trim().slice(0, 200),
  industry: parseIndustry(params.get('industry')),
  country: (params.get('country') ?? '').slice(0, 200),
  page: parsePage(params),
})
