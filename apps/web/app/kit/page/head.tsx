import type { ReactNode } from 'react'
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
  /** Which page of a public list it is, from 1. */
  page?: number
  /** It shows a part of such a list: for people, not for search engines. */
  isVariant?: boolean
  /** Links to its languages, where these are pages of their own. */
  versions?: ReactNode
  /** It is an article, and these are its instants. */
  article?: { published: string; modified: string }
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

type FoundProps = Omit<HeadProps, 'jsonLd'>

const Found = ({ isVariant = false, page = 1, versions, ...shown }: FoundProps) => {
  const url = useAddresses(page)
  return (
    <>
      {shown.description && <meta name="description" content={shown.description} />}
      {isVariant ? <meta name="robots" content="noindex" /> : <Addresses {...url} versions={versions} />}
      <Preview url={url.canonical} {...shown} />
    </>
  )
}

/** Where the page stands: in the language that was asked for, in each of them, and in whichever the browser likes. */
const useAddresses = (page: number) => {
  const { origin } = usePage()
  const asked = useSearchParams()[0].get('lang')
  const path = useLocation().pathname.replace(/(?<=.)\/+$/, '')
  const plain = page > 1 ? `${origin}${path}?page=${page}` : origin + path
  const inLanguage = (code: string) => `${plain}${page > 1 ? '&' : '?'}lang=${code}`
  return { plain, inLanguage, canonical: isLanguage(asked) ? inLanguage(asked) : plain }
}

type AddressesProps = ReturnType<typeof useAddresses> & Pick<HeadProps, 'versions'>

const Addresses = ({ plain, inLanguage, canonical, versions }: AddressesProps) => (
  <>
    <link rel="canonical" href={canonical} />
    {versions || (
      <>
        {languages.map((code) => (
          <link key={code} rel="alternate" hrefLang={code} href={inLanguage(code)} />
        ))}
        <link rel="alternate" hrefLang="x-default" href={plain} />
      </>
    )}
  </>
)

const Preview = ({ title, description, image = '/og.png', article, url }: Omit<FoundProps, 'versions'> & { url: string }) => {
  const { origin, tenant, language } = usePage()
  return (
    <>
      <meta property="og:type" content={article ? 'article' : 'website'} />
      <meta property="og:site_name" content={tenant.name} />
      <meta property="og:title" content={title} />
      {description && <meta property="og:description" content={description} />}
      <meta property="og:url" content={url} />
      <meta property="og:image" content={origin + image} />
      <meta property="og:locale" content={language} />
      <meta name="twitter:card" content="summary_large_image" />
      {article && <meta property="article:published_time" content={article.published} />}
      {article && <meta property="article:modified_time" content={article.modified} />}
    </>
  )
}
