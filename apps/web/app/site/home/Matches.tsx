import type { Language } from '@tradewind/contract/kit/language'
import type { ContentCategory } from '@tradewind/contract/site/content.constants'
import type { ServiceKey } from '@tradewind/contract/site/lead.constants'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { call } from '#kit/api/call'
import type { Answer } from '#kit/api/calls'
import { useLanguageLink, usePage } from '#kit/page/page'
import { useLanguage, useText } from '#kit/text'
import styles from './matches.module.css'

/** The category of articles about each service. */
const categories: Readonly<Record<ServiceKey, ContentCategory>> = {
  MARKET_RESEARCH: 'INTERNATIONAL_EXPANSION',
  PARTNER_SEARCH: 'SALES_EFFECTIVENESS',
  MEETING_PROGRAMME: 'SALES_EFFECTIVENESS',
  FAIR_REPRESENTATION: 'SALES_EFFECTIVENESS',
  SALES_REPRESENTATION: 'SALES_EFFECTIVENESS',
  COMPANY_FORMATION: 'INTERNATIONAL_EXPANSION',
  GLOBAL_SOURCING: 'GLOBAL_SOURCING',
  EXPORT_STRATEGY: 'INTERNATIONAL_EXPANSION',
  EXPORT_READINESS: 'INTERNATIONAL_EXPANSION',
  PRICING_AND_TERMS: 'SALES_EFFECTIVENESS',
  SALES_TRAINING: 'SALES_EFFECTIVENESS',
  DIGITAL_MARKETING: 'SALES_EFFECTIVENESS',
  LOGISTICS_AND_CUSTOMS: 'INTERNATIONAL_EXPANSION',
  SYSTEMS_AND_CRM: 'PRODUCTIVITY_IMPROVEMENTS',
  FUNDING_AND_GRANTS: 'INTERNATIONAL_EXPANSION',
}

const MAX_MATCHES = 3

interface SearchSelection {
  services: readonly ServiceKey[]
  /** ISO code, or empty. */
  country: string
}
type Articles = Answer<'GET /api/content/'>['rows']
type Companies = Answer<'GET /api/review/xareview'>['rows']
interface FoundMatches {
  articles: Articles
  companies: Companies
}

/** The newest articles about each of the services, taken in turn: the first of each before the second of any. */
const loadArticles = async (services: readonly ServiceKey[], reader: Language): Promise<Articles> => {
  const about = [...new Set(services.map((service) => categories[service]))]
  const lists = await Promise.all(
    about.map((category) =>
      call('GET /api/content/', { reader, category, page: 0, size: MAX_MATCHES, sort: '-shownFrom', bodies: false }),
    ),
  )
  return Array.from({ length: MAX_MATCHES }, (_, at) => lists.flatMap(({ rows }) => rows[at] ?? []))
    .flat()
    .slice(0, MAX_MATCHES)
}

const loadCompanies = async (country: string): Promise<Companies> =>
  country ? (await call('GET /api/review/xareview', { country, page: 0, size: MAX_MATCHES, sort: '-totalReviews' })).rows : []

/** Articles and companies that match the selection. If the request fails, the previous matches stay. */
const useFoundMatches = ({ services, country }: SearchSelection) => {
  const { showsContent, showsPartners } = usePage().tenant
  const [found, setFound] = useState<FoundMatches>({ articles: [], companies: [] })
  const language = useLanguage()
  const chosen = services.join()
  useEffect(() => {
    let isStale = false
    const keys = chosen ? (chosen.split(',') as ServiceKey[]) : []
    void Promise.all([showsContent ? loadArticles(keys, language) : [], showsPartners ? loadCompanies(country) : []])
      .then(([articles, companies]) => isStale || setFound({ articles, companies }))
      .catch(() => undefined)
    return () => {
      isStale = true
    }
  }, [chosen, country, language, showsContent, showsPartners])
  return found
}

/** Articles and companies that match the selection in the search, before an enquiry is sent. */
export const Matches = (selection: SearchSelection) => {
  const t = useText()
  const withLang = useLanguageLink()
  const { articles, companies } = useFoundMatches(selection)
  const posts = articles.map(({ uniqueId, slug, title }) => ({ key: uniqueId, to: withLang(`/blog/${slug}`), text: title }))
  const firms = companies.map(({ companyId, companyName }) => ({
    key: companyId,
    to: withLang(`/company/${companyId}`),
    text: companyName,
  }))
  return (
    <div role="status" className={styles.matches}>
      <Links title={t('Articles on this')} links={posts} />
      <Links title={t('Reviewed companies there')} links={firms} />
    </div>
  )
}

const Links = ({ title, links }: { title: string; links: readonly { key: string; to: string; text: string }[] }) => {
  if (links.length === 0) return null
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {links.map(({ key, to, text }) => (
          <li key={key}>
            <Link to={to}>{text}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
