import { accessOf, canOpen } from '@tradewind/contract/plan'
import type { Content } from '@tradewind/contract/site/content.contract'
import { type MouseEvent, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useLanguageLink } from '#kit/page/page'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { openSignIn } from '#platform/landing'
import { Notice } from '#ui/page/Notice'
import { PostBody } from './PostBody.tsx'
import styles from './article.module.css'

interface BodyProps {
  post: Content
  /** The content's language, if it is not the page's. */
  lang?: string | undefined
}

/** Free content is in the page. Paid content is loaded in the browser of a user whose plan includes it. */
export const Body = ({ post, lang }: BodyProps) => {
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
