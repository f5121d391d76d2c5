import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { fetchApi, nothingHere, services } from '#kit/page/fetchApi'
import { isLanguage } from '#kit/languages'
import { useForeign } from '#site/post/Foreign'
import { PostBadges } from '#site/post/PostBadges'
import { ArticleHead } from './ArticleHead.tsx'
import { Body } from './Body.tsx'
import { ByLine, Crumbs, Topics } from './Frame.tsx'
import { Related } from './Related.tsx'
import styles from './article.module.css'

export const loader = async ({ params: { slug = '' }, request, context }: LoaderFunctionArgs) => {
  if (!context.get(services).tenant.showsContent) throw nothingHere()
  const found = await fetchApi(context, 'GET /api/content/slug/:slug', { slug })
  if (!found) throw nothingHere()
  if (found.data.slug !== slug) throw redirect(`/blog/${found.data.slug}${languageIn(request)}`, 301)
  return found.data
}

const languageIn = ({ url }: Request) => {
  const asked = new URL(url).searchParams.get('lang')
  return isLanguage(asked) ? `?lang=${asked}` : ''
}

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
        </header>
        <Body post={post} lang={lang} />
        <Topics {...post} />
      </article>
      <Related posts={post.related} />
    </>
  )
}
