import type { Language } from '@tradewind/contract/kit/language'
import type { PageFacts } from '@tradewind/contract/kit/page'
import { accessOf, canOpen } from '@tradewind/contract/plan'
import { articleTypeNames, categoryNames } from '@tradewind/contract/site/content.constants'
import type { Content, Version } from '@tradewind/contract/site/content.contract'
import { type MouseEvent, useEffect, useState } from 'react'
import { Link, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import type { Answer } from '#kit/api/calls'
import { fetchApi, notFoundResponse, pageServicesContext } from '#kit/page/fetchApi'
import { Head, useLanguageLink, usePage } from '#kit/page/page'
import { useActor } from '#kit/session'
import { isLanguage, languageNames, languages, useLanguage, useText } from '#kit/text'
import { openSignIn } from '#platform/landing'
import { languageNameFor } from '#site/languageName'
import { Notice } from '#ui/page/Notice'
import { pictureSources, PostBody } from './PostBody.tsx'
import { PostBadges, PostCard, PostDate, useForeignLang } from './PostCard.tsx'
import styles from './article.module.css'

/** The address of the knowledge centre with one filter, in the language of the address (`lang=de`, or nothing). */
export const knowledgeCentrePath = (filter: Readonly<Record<string, string>>, language: string) => {
  const search = [new URLSearchParams(filter).toString(), language].filter(Boolean).join('&')
  return `/knowledgeCentre?${search}`
}

/** The path of the preview picture within the site: the article's first one, otherwise the site's. */
export const imageOf = ({ picture }: Pick<Content, 'picture'>) => (picture && pictureSources(picture).at(-1)?.src) || '/og.png'

/** The path of each language version of an article, in the site's order of languages. */
export const versionsOf = (post: Version & { translations: readonly Version[] }) => {
  const all = [post, ...post.translations].map(({ language, slug }) => ({ language, path: `/blog/${slug}` }))
  return all.toSorted((one, other) => languages.indexOf(one.language) - languages.indexOf(other.language))
}

const mediaJsonLd = ({ title, contentType, shownFrom, dateCreated, embed }: Content, image: string) => {
  const date = shownFrom ?? dateCreated
  if (contentType === 'TEXT') return { '@type': 'BlogPosting', headline: title, datePublished: date, image }
  const kind = contentType === 'AUDIO' ? 'AudioObject' : 'VideoObject'
  const player = embed && { embedUrl: embed.url }
  return { '@type': kind, name: title, uploadDate: date, datePublished: date, thumbnailUrl: image, ...player }
}

/** Paid content as schema.org describes it: the part of the page that requires a plan. */
const paywallJsonLd = {
  isAccessibleForFree: false,
  hasPart: { '@type': 'WebPageElement', isAccessibleForFree: false, cssSelector: '.paywall' },
}

/** A piece of content as schema.org data. */
export const postJsonLd = (
  origin: string,
  { name, logo }: Pick<PageFacts['tenant'], 'name' | 'logo'>,
  post: Content,
  section: string,
) => ({
  ...mediaJsonLd(post, origin + imageOf(post)),
  description: post.excerpt || section,
  dateModified: post.updatedAt,
  author: { '@type': 'Organization', name: post.userCompanyName },
  publisher: { '@type': 'Organization', name, url: origin, logo: origin + (logo ?? '/favicon.svg') },
  ...(post.contentType === 'TEXT' && { articleSection: section }),
  url: `${origin}/blog/${post.slug}`,
  mainEntityOfPage: `${origin}/blog/${post.slug}`,
  ...(post.isOpen ? { isAccessibleForFree: true } : paywallJsonLd),
})

/** Breadcrumbs from the site's root as schema.org data. */
export const breadcrumbJsonLd = (origin: string, crumbs: readonly (readonly [name: string, path: string])[]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map(([name, path], at) => ({ '@type': 'ListItem', position: at + 1, name, item: origin + path })),
})

export const loader = async ({ params: { slug = '' }, request, context }: LoaderFunctionArgs) => {
  if (!context.get(pageServicesContext).tenant.showsContent) throw notFoundResponse()
  const found = await fetchApi(context, 'GET /api/content/slug/:slug', {
    slug,
    reader: context.get(pageServicesContext).language,
  })
  if (!found) throw notFoundResponse()
  if (found.data.slug !== slug) throw redirect(`/blog/${found.data.slug}${requestedLanguage(request)}`, 301)
  return found.data
}

const requestedLanguage = ({ url }: Request) => {
  const requested = new URL(url).searchParams.get('lang')
  return isLanguage(requested) ? `?lang=${requested}` : ''
}

type LoadedPost = Answer<'GET /api/content/slug/:slug'>

interface BodyProps {
  post: Content
  /** The content's language, if it is not the page's. */
  lang?: string | undefined
}

/** Free content is in the page. Paid content is loaded in the browser of a user whose plan includes it. */
const Body = ({ post, lang }: BodyProps) => {
  const actor = useActor()
  if (post.isOpen) return <PostText lang={lang} post={post} />
  return (
    <div className="paywall">
      {canOpen(actor, accessOf(post)) ? <PaidBody key={actor.uniqueId} post={post} lang={lang} /> : <Locked post={post} />}
    </div>
  )
}

/** The text itself, with a `lang` attribute if its language is not the page's. */
const PostText = ({ post, lang }: BodyProps) =>
  lang ? (
    <div lang={lang}>
      <PostBody content={post} />
    </div>
  ) : (
    <PostBody content={post} />
  )

const PaidBody = ({ post, lang }: BodyProps) => {
  const t = useText()
  const { own, failed, retry } = usePaidContent(post.slug)
  if (own) return own.isOpen ? <PostText lang={lang} post={own} /> : <Locked post={post} />
  if (!failed) return <BodySkeleton />
  return (
    <Notice kind="bad">
      {t('The text could not be loaded.')}{' '}
      <button type="button" className="open-button" onClick={retry}>
        {t('Try again')}
      </button>
    </Notice>
  )
}

const usePaidContent = (slug: string) => {
  const [paid, setPaid] = useState<Content>()
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    import('#kit/api/call').then(({ call }) => call('GET /api/content/slug/:slug', { slug })).then(setPaid, () => setFailed(true))
  }, [slug, attempt])
  const retry = () => {
    setFailed(false)
    setAttempt(attempt + 1)
  }
  return { own: paid, failed, retry }
}

const skeletonWidths = [96, 88, 93, 61]

const BodySkeleton = () => {
  const t = useText()
  return (
    <div role="status" className={styles.waiting}>
      <span className="unseen">{t('Loading')}</span>
      {skeletonWidths.map((width) => (
        <span key={width} style={{ width: `${width}%` }} />
      ))}
    </div>
  )
}

const plainClick = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) => !(metaKey || ctrlKey || shiftKey || altKey)

/** The free part of paid content, and links to sign in or get a plan. */
const Locked = ({ post }: { post: Content }) => {
  const t = useText()
  const withLang = useLanguageLink()
  const login = withLang('/auth/login')
  const isVisitor = useActor().roles.length === 0
  const notice =
    accessOf(post) === 'TRAINING'
      ? t(
          'Subscription Required: This content is available only to plan Advance and above. Please upgrade your plan to continue.',
        )
      : t('Subscription Required: This content is available only to subscribers. Please upgrade your plan to continue.')
  return (
    <>
      {post.excerpt && <p className={styles.excerpt}>{post.excerpt}</p>}
      <section aria-label={t('Subscription')} className={styles.locked}>
        <p>{notice}</p>
        <p className={styles.ways}>
          <Link className="open-button open-button-main" to={withLang('/pricing')}>
            {t('See the plans')}
          </Link>
          {isVisitor && (
            <Link
              className="open-button"
              to={`${login}${login.includes('?') ? '&' : '?'}next=${encodeURIComponent(`/blog/${post.slug}`)}`}
              onClick={(event) => plainClick(event) && openSignIn({ stays: true }) && event.preventDefault()}
            >
              {t('Login')}
            </Link>
          )}
        </p>
      </section>
    </>
  )
}

/** One piece of content. The server renders what a visitor may see; the browser loads the rest for signed-in users. */
export default function Article() {
  const post = useLoaderData<typeof loader>()
  const lang = useForeignLang(post)
  return (
    <>
      <ArticleHead post={post} />
      <article key={post.uniqueId} className={`open-width ${styles.article}`}>
        <Crumbs {...post} />
        <header className={styles.head}>
          <PostBadges {...post} />
          <h1 lang={lang}>{post.title}</h1>
          <ByLine {...post} />
          <OtherLanguages versions={post.translations} />
        </header>
        {lang && <ForeignNote post={post} lang={lang} />}
        <Body post={post} lang={lang} />
        <Topics {...post} />
      </article>
      <Related posts={post.related} />
    </>
  )
}

/** A link to the article in another language, which also switches the language of the page. */
const VersionLink = ({ version: { slug, language }, text }: { version: Version; text: string }) => (
  <Link to={`/blog/${slug}?lang=${language}`} hrefLang={language} lang={language}>
    {text}
  </Link>
)

const OtherLanguages = ({ versions }: { versions: readonly Version[] }) => {
  const t = useText()
  if (versions.length === 0) return null
  return (
    <nav aria-label={t('Other languages')} className={styles.languages}>
      <ul>
        {versions.map((version) => (
          <li key={version.uniqueId}>
            <VersionLink version={version} text={languageNames[version.language]} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** States the article's language if it is not the reader's, and links to a version in the reader's language. */
const ForeignNote = ({ post, lang }: { post: LoadedPost; lang: Language }) => {
  const t = useText()
  const language = useLanguage()
  const translation = post.translations.find((version) => version.language === language)
  if (!translation && post.contentType !== 'TEXT') return null
  return (
    <p role="note" className={styles.foreign}>
      {translation ? (
        <>
          {t('This is available in your language:')} <VersionLink version={translation} text={translation.title} />
        </>
      ) : (
        t('This text is not available in your language. You read it in {language}.', {
          language: languageNameFor(language, lang),
        })
      )}
    </p>
  )
}

/** Related articles. */
const Related = ({ posts }: { posts: readonly Content[] }) => {
  const t = useText()
  if (posts.length === 0) return null
  return (
    <section aria-labelledby="related" className={styles.related}>
      <div className="open-width">
        <h2 id="related">{t('More to read, hear and watch')}</h2>
        <ul>
          {posts.map((post) => (
            <li key={post.uniqueId}>
              <PostCard post={post} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** The `alternate` links of the language versions; the first is the default for other languages. */
const Alternates = ({ of, origin }: { of: ReturnType<typeof versionsOf>; origin: string }) => (
  <>
    {of.map(({ language, path }) => (
      <link key={language} rel="alternate" hrefLang={language} href={`${origin}${path}?lang=${language}`} />
    ))}
    <link rel="alternate" hrefLang="x-default" href={origin + of[0]!.path} />
  </>
)

/** The metadata of a piece of content for search engines and previews. */
const ArticleHead = ({ post }: { post: LoadedPost }) => {
  const t = useText()
  const { origin, tenant } = usePage()
  const crumbs = [
    [t('Home'), '/'],
    [t('Knowledge Centre'), '/knowledgeCentre'],
    [post.title, `/blog/${post.slug}`],
  ] as const
  const jsonLd = postJsonLd(origin, tenant, post, t(categoryNames[post.category]))
  return (
    <>
      <Head
        title={post.title}
        description={post.excerpt || t(categoryNames[post.category])}
        image={imageOf(post)}
        versions={post.translations.length > 0 && <Alternates of={versionsOf(post)} origin={origin} />}
        article={{ published: post.shownFrom ?? post.dateCreated, modified: post.updatedAt }}
        jsonLd={{ '@context': 'https://schema.org', '@graph': [jsonLd, breadcrumbJsonLd(origin, crumbs)] }}
      />
      <link rel="alternate" type="application/rss+xml" title={t('Knowledge Centre')} href="/rss.xml" />
    </>
  )
}

/** The breadcrumbs of the page. */
const Crumbs = ({ title }: Pick<Content, 'title'>) => {
  const t = useText()
  const withLang = useLanguageLink()
  return (
    <nav aria-label={t('Breadcrumb')} className={styles.crumbs}>
      <ol>
        <li>
          <Link to={withLang('/')}>{t('Home')}</Link>
        </li>
        <li>
          <Link to={withLang('/knowledgeCentre')}>{t('Knowledge Centre')}</Link>
        </li>
        <li aria-current="page">{title}</li>
      </ol>
    </nav>
  )
}

const ByLine = ({ userCompanyName, ...post }: Pick<Content, 'userCompanyName' | 'dateCreatedLocal' | 'minutes'>) => {
  const t = useText()
  return (
    <div className={styles.byLine}>
      <p>{t('By {name}', { name: userCompanyName })}</p>
      <PostDate {...post} />
    </div>
  )
}

/** The category and sub-categories, each with a link to all content that has it. */
const Topics = ({ category, articleTypes }: Pick<Content, 'category' | 'articleTypes'>) => {
  const t = useText()
  const langQuery = useLanguageLink()('').slice(1)
  return (
    <nav aria-label={t('Topics')} className={styles.topics}>
      <ul>
        <li>
          <Link to={knowledgeCentrePath({ category }, langQuery)}>{t(categoryNames[category])}</Link>
        </li>
        {articleTypes.map((articleType) => (
          <li key={articleType}>
            <Link to={knowledgeCentrePath({ articleType }, langQuery)}>{t(articleTypeNames[articleType])}</Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
