import type { Language } from '@tradewind/contract/kit/language'
import type { Content, Version } from '@tradewind/contract/site/content.contract'
import { Link, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import type { Answer } from '#kit/api/calls'
import { fetchApi, nothingHere, services } from '#kit/page/fetchApi'
import { Head, useKeepLanguage, usePage } from '#kit/page/page'
import { isLanguage, languageNames, useLanguage, useText } from '#kit/text'
import { aboutPost, centreOf, imageOf, versionsOf, wayTo } from './article.data.ts'
import { Body } from './ArticleBody.tsx'
import { articleTypeNames, categoryNames } from './post.words.ts'
import { PostBadges, PostCard, PostDate, useForeign } from './PostCard.tsx'
import styles from './article.module.css'

export const loader = async ({ params: { slug = '' }, request, context }: LoaderFunctionArgs) => {
  if (!context.get(services).tenant.showsContent) throw nothingHere()
  const found = await fetchApi(context, 'GET /api/content/slug/:slug', { slug, reader: context.get(services).language })
  if (!found) throw nothingHere()
  if (found.data.slug !== slug) throw redirect(`/blog/${found.data.slug}${languageIn(request)}`, 301)
  return found.data
}

const languageIn = ({ url }: Request) => {
  const asked = new URL(url).searchParams.get('lang')
  return isLanguage(asked) ? `?lang=${asked}` : ''
}

type Read = Answer<'GET /api/content/slug/:slug'>

/** One piece of content: as a visitor may have it from the server, the rest for whoever is signed in. */
export default function Article() {
  const post = useLoaderData<typeof loader>()
  const lang = useForeign(post)
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

/** The article in another language: the page speaks it, too. */
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

/** Says which language it speaks where that is not the reader's, and where it is to be had in that. */
const ForeignNote = ({ post, lang }: { post: Read; lang: Language }) => {
  const t = useText()
  const language = useLanguage()
  const own = post.translations.find((version) => version.language === language)
  if (!own && post.contentType !== 'TEXT') return null
  return (
    <p role="note" className={styles.foreign}>
      {own ? (
        <>
          {t('This is available in your language:')} <VersionLink version={own} text={own.title} />
        </>
      ) : (
        t('This text is not available in your language. You read it in {language}.', { language: languageNames[lang] })
      )}
    </p>
  )
}

/** What its reader may like, too. */
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

/** Where each of its languages is; the first for whoever reads another. */
const Alternates = ({ of, origin }: { of: ReturnType<typeof versionsOf>; origin: string }) => (
  <>
    {of.map(({ language, path }) => (
      <link key={language} rel="alternate" hrefLang={language} href={`${origin}${path}?lang=${language}`} />
    ))}
    <link rel="alternate" hrefLang="x-default" href={origin + of[0]!.path} />
  </>
)

/** What search engines and previews read of a piece of content. */
const ArticleHead = ({ post }: { post: Read }) => {
  const t = useText()
  const { origin, tenant } = usePage()
  const way = [
    [t('Home'), '/'],
    [t('Knowledge Centre'), '/knowledgeCentre'],
    [post.title, `/blog/${post.slug}`],
  ] as const
  const about = aboutPost(origin, tenant, post, t(categoryNames[post.category]))
  return (
    <>
      <Head
        title={post.title}
        description={post.excerpt || t(categoryNames[post.category])}
        image={imageOf(post)}
        versions={post.translations.length > 0 && <Alternates of={versionsOf(post)} origin={origin} />}
        article={{ published: post.shownFrom ?? post.dateCreated, modified: post.updatedAt }}
        jsonLd={{ '@context': 'https://schema.org', '@graph': [about, wayTo(origin, way)] }}
      />
      <link rel="alternate" type="application/rss+xml" title={t('Knowledge Centre')} href="/rss.xml" />
    </>
  )
}

/** Where the page stands. */
const Crumbs = ({ title }: Pick<Content, 'title'>) => {
  const t = useText()
  const keep = useKeepLanguage()
  return (
    <nav aria-label={t('Breadcrumb')} className={styles.crumbs}>
      <ol>
        <li>
          <Link to={keep('/')}>{t('Home')}</Link>
        </li>
        <li>
          <Link to={keep('/knowledgeCentre')}>{t('Knowledge Centre')}</Link>
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

/** Its category and sub-categories: each leads to all that have it. */
const Topics = ({ category, articleTypes }: Pick<Content, 'category' | 'articleTypes'>) => {
  const t = useText()
  const asked = useKeepLanguage()('').slice(1)
  return (
    <nav aria-label={t('Topics')} className={styles.topics}>
      <ul>
        <li>
          <Link to={centreOf({ category }, asked)}>{t(categoryNames[category])}</Link>
        </li>
        {articleTypes.map((articleType) => (
          <li key={articleType}>
            <Link to={centreOf({ articleType }, asked)}>{t(articleTypeNames[articleType])}</Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
