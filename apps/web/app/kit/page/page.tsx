import type { PageFacts } from '@tradewind/contract/kit/page'
import { createContext, type ReactNode, useContext } from 'react'
import { useLocation, useMatches, useSearchParams } from 'react-router'
import { isLanguage, languages } from '#kit/text'
import { Data, jsonText } from './raw.tsx'

/** The nonce of the page's own scripts, while the server renders. Undefined in the browser. */
export const NonceContext = createContext<string | undefined>(undefined)

const emptyFacts: PageFacts = {
  version: '',
  origin: '',
  tenant: {
    uniqueId: '',
    name: 'Tradewind',
    logo: null,
    isMain: true,
    contact: null,
    showsPartners: false,
    showsContent: false,
    showsAssessment: false,
    allowsSignUp: false,
    legal: [],
  },
  language: 'en',
  texts: {},
}

export const Page = createContext<PageFacts>(emptyFacts)
export const usePage = () => useContext(Page)

/** Properties of a layout's or screen's page, set by `export const handle`. */
export interface Handle {
  /** Rendered by the server for visitors, cached for half a minute, indexed by search engines. */
  public?: true
  /** Not for search engines. */
  hidden?: true
  /** Its address holds a token: hidden, never cached, never sent to another site as referrer. */
  secret?: true
  /** It may use the camera, which no other page may. */
  camera?: true
  /** For signed-in users: a script in its head makes its first calls. */
  signedIn?: true
}

/** The merged handles of the matched layouts and screens. */
export const useHandle = (): Handle => Object.assign({}, ...useMatches().map(({ handle }) => handle))

export const isIndexable = ({ public: open, hidden, secret }: Handle) => Boolean(open && !hidden && !secret)

/** The id of the script element that carries the facts from the server's rendering to the browser. */
export const factsId = 'page-facts'

/** The id of the style element of open pages, which exists in documents that the server rendered as open pages. */
export const openStylesId = 'open-styles'

/** The facts that the server wrote into the page. */
export const readPageFacts = (): PageFacts => {
  const json = document.getElementById(factsId)?.textContent
  return json ? (JSON.parse(json) as PageFacts) : emptyFacts
}

/** Builds addresses of open pages that keep the `lang` parameter of this one. */
export const useLanguageLink = () => {
  const langParam = useSearchParams()[0].get('lang')
  return (path: string) => (isLanguage(langParam) ? `${path}?lang=${langParam}` : path)
}

interface HeadProps {
  /** The page's own title; the tenant's name is added. */
  title: string
  description?: string
  /** An address inside the site, without the origin. */
  image?: string
  /** The page number in a public list, from 1. */
  page?: number
  /** It shows a filtered part of such a list: for people, not for search engines. */
  isVariant?: boolean
  /** Links to its languages, if these are pages of their own. */
  versions?: ReactNode
  /** Set if the page is an article: when it was published and modified. */
  article?: { published: string; modified: string }
  /** Structured data about the page, in schema.org terms. */
  jsonLd?: object
}

/** Title and, on open pages, everything that search engines and previews read: description, canonical address, languages, OpenGraph, JSON-LD. */
export const Head = ({ title, jsonLd, ...shown }: HeadProps) => {
  const { tenant } = usePage()
  const found = isIndexable(useHandle())
  const full = title === tenant.name ? title : `${title} · ${tenant.name}`
  return (
    <>
      <title>{full}</title>
      {found && <IndexableMeta title={full} {...shown} />}
      {jsonLd && <Data type="application/ld+json" text={jsonText(jsonLd)} />}
    </>
  )
}

type IndexableMetaProps = Omit<HeadProps, 'jsonLd'>

const IndexableMeta = ({ isVariant = false, page = 1, versions, ...shown }: IndexableMetaProps) => {
  const url = useAddresses(page)
  return (
    <>
      {shown.description && <meta name="description" content={shown.description} />}
      {isVariant ? <meta name="robots" content="noindex" /> : <Addresses {...url} versions={versions} />}
      <Preview url={url.canonical} {...shown} />
    </>
  )
}

/** The page's addresses: the canonical one, one for each language, and one without a language, where the browser's language decides. */
const useAddresses = (page: number) => {
  const { origin } = usePage()
  const langParam = useSearchParams()[0].get('lang')
  const path = useLocation().pathname.replace(/(?<=.)\/+$/, '')
  const plain = page > 1 ? `${origin}${path}?page=${page}` : origin + path
  const inLanguage = (code: string) => `${plain}${page > 1 ? '&' : '?'}lang=${code}`
  return { plain, inLanguage, canonical: isLanguage(langParam) ? inLanguage(langParam) : plain }
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

const Preview = ({
  title,
  description,
  image = '/og.png',
  article,
  url,
}: Omit<IndexableMetaProps, 'versions'> & { url: string }) => {
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
