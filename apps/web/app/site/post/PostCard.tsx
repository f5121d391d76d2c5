import type { Content } from '@tradewind/contract/site/content.contract'
import { Link } from 'react-router'
import { useKeepLanguage } from '#kit/page/page'
import { useLanguage, useText } from '#kit/text'
import { longDay } from '#ui/values/longDay'
import { Drawing } from './Drawing.tsx'
import { cutTitle, sourcesOf } from './post.words.ts'
import { useForeign } from './Foreign.tsx'
import { PostBadges } from './PostBadges.tsx'
import styles from './card.module.css'

interface PostCardProps {
  post: Content
  /** Whether it stands where a reader looks first: its picture is fetched before others. */
  isFirst?: boolean
}

/** A piece of content, as lists show it. The whole card opens it. */
export const PostCard = ({ post, isFirst = false }: PostCardProps) => {
  const { title, slug, excerpt } = post
  const keep = useKeepLanguage()
  const shown = cutTitle(title)
  const lang = useForeign(post)
  return (
    <article className={styles.card}>
      <CardPicture post={post} isFirst={isFirst} />
      <div className={styles.words}>
        <PostBadges {...post} />
        <h3 className={styles.title}>
          <Link to={keep(`/blog/${slug}`)} prefetch="intent" title={shown === title ? undefined : title} lang={lang}>
            {shown}
          </Link>
        </h3>
        {excerpt && (
          <p className={styles.excerpt} lang={lang}>
            {excerpt}
          </p>
        )}
        <PostDate {...post} />
      </div>
    </article>
  )
}

/** When it appeared, and how long it takes to read. */
export const PostDate = ({ dateCreatedLocal, minutes }: Pick<Content, 'dateCreatedLocal' | 'minutes'>) => {
  const t = useText()
  return (
    <p className={styles.date}>
      <time dateTime={dateCreatedLocal}>{longDay(useLanguage(), dateCreatedLocal)}</time>
      {minutes !== null && <span>{t('{count} min read|{count} min read', { count: minutes })}</span>}
    </p>
  )
}

const CardPicture = ({ post: { picture, category, contentType }, isFirst }: Required<PostCardProps>) => {
  const sources = picture ? sourcesOf(picture) : []
  return (
    <div className={styles.picture}>
      {picture && sources[0] ? (
        <img
          src={sources[0].src}
          srcSet={sources.map(({ src, width }) => `${src} ${width}w`).join(', ')}
          sizes="(width < 48rem) 100vw, 24rem"
          width={picture.width}
          height={picture.height}
          alt=""
          loading={isFirst ? 'eager' : 'lazy'}
          fetchPriority={isFirst ? 'high' : undefined}
          decoding="async"
        />
      ) : (
        <Drawing category={category} />
      )}
      {contentType !== 'TEXT' && (
        <svg className={styles.play} viewBox="0 0 48 48" aria-hidden="true">
          <circle cx="24" cy="24" r="24" />
          <path d="M19 15.5v17l14-8.5Z" />
        </svg>
      )}
    </div>
  )
}
