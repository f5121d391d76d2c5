import { accessOf } from '@tradewind/contract/plan'
import {
  categoryNames,
  type ContentCategory,
  contentTypeNames,
  subscriptionNames,
} from '@tradewind/contract/site/content.constants'
import type { Content } from '@tradewind/contract/site/content.contract'
import { Link } from 'react-router'
import { useLanguageLink } from '#kit/page/page'
import { useActor } from '#kit/session'
import { languageNames, useLanguage, useText } from '#kit/text'
import { formatLongDay } from '#site/textFormat'
import { pictureSources, seesSubscriptions, shortenTitle } from './PostBody.tsx'
import styles from './card.module.css'

interface PostCardProps {
  post: Content
  /** It is the first card in view: its picture is loaded with priority. */
  isFirst?: boolean
}

/** A piece of content in lists. The whole card is a link to it. */
export const PostCard = ({ post, isFirst = false }: PostCardProps) => {
  const { title, slug, excerpt } = post
  const withLang = useLanguageLink()
  const shortTitle = shortenTitle(title)
  const lang = useForeignLang(post)
  return (
    <article className={styles.card}>
      <CardPicture post={post} isFirst={isFirst} />
      <div className={styles.words}>
        <PostBadges {...post} />
        <h3 className={styles.title}>
          <Link to={withLang(`/blog/${slug}`)} prefetch="intent" title={shortTitle === title ? undefined : title} lang={lang}>
            {shortTitle}
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

/** The date of publication, and the reading time. */
export const PostDate = ({ dateCreatedLocal, minutes }: Pick<Content, 'dateCreatedLocal' | 'minutes'>) => {
  const t = useText()
  return (
    <p className={styles.date}>
      <time dateTime={dateCreatedLocal}>{formatLongDay(useLanguage(), dateCreatedLocal)}</time>
      {minutes !== null && <span>{t('{count} min read|{count} min read', { count: minutes })}</span>}
    </p>
  )
}

const CardPicture = ({ post: { picture, category, contentType }, isFirst }: Required<PostCardProps>) => {
  const sources = picture ? pictureSources(picture) : []
  return (
    <div className={styles.picture}>
      {picture && sources[0] ? (
        <img
          src={sources[0].src}
          srcSet={sources.map(({ src, width }) => `${src} ${width}w`).join(', ')}
          sizes="(width < 48rem) 6.5rem, 24rem"
          width={picture.width}
          height={picture.height}
          alt=""
          loading={isFirst ? 'eager' : 'lazy'}
          fetchPriority={isFirst ? 'high' : undefined}
          decoding="async"
        />
      ) : (
        <CategoryDrawing category={category} />
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

interface Motif {
  /** Thin lines, as on a nautical chart. */
  lines: string
  /** The highlighted line. */
  course: string
  marks: readonly (readonly [x: number, y: number])[]
}

const motifs: Readonly<Record<ContentCategory, Motif>> = {
  // Meridians, and a course across them.
  INTERNATIONAL_EXPANSION: {
    lines:
      'M240 12a78 78 0 1 0 .1 0ZM240 12c-44 40-44 116 0 156M240 12c44 40 44 116 0 156M162 90H318M174 50c40 18 92 18 132 0M174 130c40-18 92-18 132 0',
    course: 'M40 138C104 148 140 96 196 106S276 52 348 44',
    marks: [
      [40, 138],
      [196, 106],
      [348, 44],
    ],
  },
  // Ever fewer steps to the same height.
  PRODUCTIVITY_IMPROVEMENTS: {
    lines: 'M16 150H384M32 150V126H64V102H96V78H128V54H160V150M176 150V118H216V86H256V54V150M272 150V102H312V54H352V150',
    course: 'M32 40C120 20 250 20 352 40',
    marks: [
      [160, 54],
      [256, 54],
      [352, 54],
    ],
  },
  // Contour lines, and a path to the top.
  SALES_EFFECTIVENESS: {
    lines:
      'M60 150C70 70 150 20 236 24S372 90 352 150M104 150C112 92 168 54 236 56S326 104 312 150M146 150C152 114 188 88 234 88S286 118 276 150M186 150C190 132 206 118 230 118S250 134 244 150',
    course: 'M28 150C92 140 96 96 148 100S168 62 216 76 234 46 262 40',
    marks: [
      [28, 150],
      [148, 100],
      [262, 40],
    ],
  },
  // Many coasts, one harbour.
  GLOBAL_SOURCING: {
    lines:
      'M24 36C120 36 150 88 288 90M24 72C120 72 160 89 288 90M24 108C120 108 160 91 288 90M24 144C120 144 150 92 288 90M288 54a36 36 0 1 0 .1 0ZM288 72a18 18 0 1 0 .1 0Z',
    course: 'M24 108C120 108 160 91 288 90H376',
    marks: [
      [24, 36],
      [24, 72],
      [24, 108],
      [24, 144],
      [288, 90],
    ],
  },
}

/** The drawing on a card without a picture, by category. */
const CategoryDrawing = ({ category }: { category: ContentCategory }) => {
  const { lines, course, marks } = motifs[category]
  return (
    <svg className={styles.drawing} viewBox="0 -22 400 225" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path
        className={styles.grid}
        d="M0 0H400M0 45H400M0 90H400M0 135H400M0 180H400M50-22V203M125-22V203M200-22V203M275-22V203M350-22V203"
      />
      <path className={styles.lines} d={lines} />
      <path className={styles.course} d={course} />
      {marks.map(([x, y]) => (
        <circle key={`${x} ${y}`} className={styles.mark} cx={x} cy={y} r="5" />
      ))}
    </svg>
  )
}

type BadgedContent = Pick<Content, 'language' | 'contentType' | 'category' | 'articleTypes' | 'isPaidContent'>

/** The type of the content, whether it is training, and whether it is paid; the last only for users without a plan. */
export const PostBadges = (post: BadgedContent) => {
  const t = useText()
  const showsAccess = seesSubscriptions(useActor().roles)
  const access = accessOf(post)
  return (
    <p className={styles.badges}>
      <span>{t(contentTypeNames[post.contentType])}</span>
      <span>{t(categoryNames[post.category])}</span>
      <ForeignLanguageBadge {...post} />
      {showsAccess && post.isPaidContent && <span data-asks>{t(subscriptionNames.PAID)}</span>}
      {access === 'TRAINING' && <span data-asks>{t(subscriptionNames.TRAINING)}</span>}
    </p>
  )
}

type WithLanguage = Pick<Content, 'language'>

/** The `lang` attribute of text whose language is not the page's. */
export const useForeignLang = ({ language }: WithLanguage) => (language === useLanguage() ? undefined : language)

/** States the language of a piece of content if it is not the page's. */
const ForeignLanguageBadge = (post: WithLanguage) => {
  const t = useText()
  const lang = useForeignLang(post)
  if (!lang) return null
  return (
    <span>
      <span className="unseen">{t('Language')}: </span>
      <span lang={lang}>{languageNames[lang]}</span>
    </span>
  )
}
