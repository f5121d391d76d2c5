import type { Content } from '@tradewind/contract/site/content.contract'
import { accessOf } from '@tradewind/contract/plan'
import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import { useKeepLanguage } from '#kit/page/page'
import { openSignIn } from '#kit/page/sign-in'
import { useRoles } from '#kit/session'
import { useText } from '#kit/text'
import styles from './article.module.css'

const plainClick = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) => !(metaKey || ctrlKey || shiftKey || altKey)

/** What everybody may read of what only a plan opens, and the ways to it. */
export const Locked = ({ post }: { post: Content }) => {
  const t = useText()
  const keep = useKeepLanguage()
  const login = keep('/auth/login')
  const isVisitor = useRoles().length === 0
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
          <Link className="open-button open-button-main" to={keep('/pricing')}>
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
