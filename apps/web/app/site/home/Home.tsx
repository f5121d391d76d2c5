import { targetMarkets } from '@tradewind/contract/site/lead.words'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { languageOf } from '#kit/page/fetchApi'
import { Head } from '#kit/page/head'
import { usePage } from '#kit/page/page'
import { useText } from '#kit/text'
import { countriesIn } from '#site/enquiry/countries'
import { Course } from './Course.tsx'
import { Hero } from './Hero.tsx'
import { recentPosts } from './posts.ts'
import { RecentPosts } from './RecentPosts.tsx'
import { Readiness } from './Readiness.tsx'
import { Trusted } from './Trusted.tsx'

export const loader = async ({ context }: LoaderFunctionArgs) => ({
  markets: countriesIn(languageOf(context), targetMarkets),
  posts: await recentPosts(context),
})

export default function Home() {
  const { markets, posts } = useLoaderData<typeof loader>()
  return (
    <>
      <HomeHead />
      <Hero markets={markets} />
      {posts && <RecentPosts {...posts} />}
      <Readiness />
      <Course />
      <Trusted />
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
