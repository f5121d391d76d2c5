import { Head } from '#kit/page/head'
import { usePage } from '#kit/page/page'
import { useText } from '#kit/text'
import { Course } from './Course.tsx'
import { Hero } from './Hero.tsx'
import { Story } from './Story.tsx'
import { Work } from './Work.tsx'

export default function Home() {
  const t = useText()
  const { origin, tenant } = usePage()
  const organization = {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: tenant.name,
    url: origin,
    logo: origin + (tenant.logo ?? '/favicon.svg'),
  }
  return (
    <>
      <Head
        title={t('International Expansion')}
        description={t(
          'Companies and contacts, meeting reports, shared documents, a trust score and a readiness assessment: what small and medium companies need to sell across borders, in one place.',
        )}
        jsonLd={organization}
      />
      <Hero />
      <Course />
      <Work />
      <Story />
    </>
  )
}
