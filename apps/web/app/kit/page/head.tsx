import { useLocation, useSearchParams } from 'react-router'
import { isLanguage, languages } from '#kit/languages'
import { isFound, useHandle, usePage } from '#kit/page/page'
import { Data, jsonText } from '#kit/page/raw'

interface HeadProps {
  /** The page's own title; the tenant's name is added. */
  title: string
  description?: string
  /** An address inside the site, without the origin. */
  image?: string
  /** What the page is about, as schema.org says it. */
  jsonLd?: object
}

/** Title and, on open pages, all that search engines and previews read: description, canonical address, languages, OpenGraph, JSON-LD. */
export const Head = ({ title, jsonLd, ...shown }: HeadProps) => {
  const { tenant } = usePage()
  const found = isFound(useHandle())
  const full = title === tenant.name ? title : `${title} · ${tenant.name}`
  return (
    <>
      <title>{full}</title>
      {found && <Found title={full} {...shown} />}
      {jsonLd && <Data type="application/ld+json" text={jsonText(jsonLd)} />}
    </>
  )
}

const Found = ({ title, description, image = '/og.png' }: Omit<HeadProps, 'jsonLd'>) => {
  const { origin, tenant, language } = usePage()
  const asked = useSearchParams()[0].get('lang')
  const path = useLocation().pathname.replace(/(?<=.)\/+$/, '')
  const plain = origin + path
  const url = isLanguage(asked) ? `${plain}?lang=${asked}` : plain
  return (
    <>
      {description && <meta name="description" content={description} />}
      <link rel="canonical" href={url} />
      {languages.map((code) => (
        <link key={code} rel="alternate" hrefLang={code} href={`${plain}?lang=${code}`} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={plain} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={tenant.name} />
      <meta property="og:title" content={title} />
      {description && <meta property="og:description" content={description} />}
      <meta property="og:url" content={url} />
      <meta property="og:image" content={origin + image} />
      <meta property="og:locale" content={language} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
