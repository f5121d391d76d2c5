import type { Content } from '@tradewind/contract/site/content.contract'
import { accessOf, opens } from '@tradewind/contract/plan'
import { useEffect, useState } from 'react'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { Notice } from '#ui/notice/Notice'
import { PostBody } from '#site/post/PostBody'
import { Locked } from './Locked.tsx'
import styles from './article.module.css'

interface BodyProps {
  post: Content
  /** What it speaks, where that is not what the page does. */
  lang?: string | undefined
}

/** What everybody may open stands in the page; what a plan opens is fetched by the browser of whoever has it. */
export const Body = ({ post, lang }: BodyProps) => {
  const actor = useActor()
  if (post.isOpen) return <Spoken lang={lang} post={post} />
  return (
    <div className="paywall">
      {opens(actor, accessOf(post)) ? <OwnBody key={actor.uniqueId} post={post} lang={lang} /> : <Locked post={post} />}
    </div>
  )
}

/** The text itself, marked where it speaks another language than the page. */
const Spoken = ({ post, lang }: BodyProps) =>
  lang ? (
    <div lang={lang}>
      <PostBody content={post} />
    </div>
  ) : (
    <PostBody content={post} />
  )

const OwnBody = ({ post, lang }: BodyProps) => {
  const t = useText()
  const { own, failed, retry } = useOwn(post.slug)
  if (own) return own.isOpen ? <Spoken lang={lang} post={own} /> : <Locked post={post} />
  if (!failed) return <Waiting />
  return (
    <Notice kind="bad">
      {t('The text could not be loaded.')}{' '}
      <button type="button" className="open-button" onClick={retry}>
        {t('Try again')}
      </button>
    </Notice>
  )
}

const useOwn = (slug: string) => {
  const [own, setOwn] = useState<Content>()
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    import('#kit/api/call').then(({ call }) => call('GET /api/content/slug/:slug', { slug })).then(setOwn, () => setFailed(true))
  }, [slug, attempt])
  const retry = () => {
    setFailed(false)
    setAttempt(attempt + 1)
  }
  return { own, failed, retry }
}

const lines = [96, 88, 93, 61]

const Waiting = () => {
  const t = useText()
  return (
    <div role="status" className={styles.waiting}>
      <span className="unseen">{t('Loading')}</span>
      {lines.map((width) => (
        <span key={width} style={{ width: `${width}%` }} />
      ))}
    </div>
  )
}
