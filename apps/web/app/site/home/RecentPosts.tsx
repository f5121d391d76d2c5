import { Link } from 'react-router'
import { useKeepLanguage } from '#kit/page/page'
import { phrase, useText } from '#kit/text'
import { cutTitle } from '#site/post/post.words'
import type { Post } from './posts.ts'

/** What was published last and is free, to read and to hear or see. */
export const RecentPosts = ({ articles, media }: { articles: readonly Post[]; media: readonly Post[] }) => {
  const t = useText()
  const keep = useKeepLanguage()
  if (articles.length + media.length === 0) return null
  return (
    <section className="open-width posts" aria-labelledby="posts-title">
      <header>
        <h2 id="posts-title">{t('Recent Posts')}</h2>
        <Link to={keep('/knowledgeCentre')} prefetch="intent">
          {t('See all content')}
        </Link>
      </header>
      <Column title={t('ARTICLES')} posts={articles} />
      <Column title={t('AUDIO/VIDEO')} posts={media} />
    </section>
  )
}

const kinds = { TEXT: undefined, AUDIO: phrase('Audio'), VIDEO: phrase('Video') } as const

const Column = ({ title, posts }: { title: string; posts: readonly Post[] }) => {
  const t = useText()
  const keep = useKeepLanguage()
  return (
    <div>
      <h3>{title}</h3>
      {posts.length === 0 && <p className="posts-none">{t('Nothing has been published here yet.')}</p>}
      <ul>
        {posts.map(({ uniqueId, slug, title: name, excerpt, contentType, shownFrom, day }) => (
          <li key={uniqueId}>
            <h4>
              <Link to={keep(`/blog/${slug}`)} prefetch="intent" title={cutTitle(name) === name ? undefined : name}>
                {cutTitle(name)}
              </Link>
            </h4>
            <p>{excerpt}</p>
            <p className="posts-day">
              {kinds[contentType] && <span>{t(kinds[contentType])}</span>}
              {shownFrom && <time dateTime={shownFrom}>{day}</time>}
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}
