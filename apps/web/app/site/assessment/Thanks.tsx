import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useLanguageLink, usePage } from '#kit/page/page'
import { useText } from '#kit/text'
import { Notice } from '#ui/page/Notice'
import styles from './assessment.module.css'

/** The server's message about the answers, and the token that opens their result. */
export interface AcceptedAnswers {
  message: string
  token: string
}

/** Shown when the answers were accepted, with the server's message. The result can be opened immediately, and is also mailed. */
export const Thanks = ({ message, token }: AcceptedAnswers) => {
  const t = useText()
  const withLang = useLanguageLink()
  const { showsContent } = usePage().tenant
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    title.current?.focus()
    scrollTo({ top: 0 })
  }, [])
  return (
    <section className={styles.thanks}>
      <h1 ref={title} tabIndex={-1}>
        {t('Your answers have arrived')}
      </h1>
      <Notice kind="good">{t(message)}</Notice>
      <Link className="open-button open-button-main" to={withLang(`/self-assessment/${token}`)}>
        {t('See your result now')}
      </Link>
      <p>
        {t(
          'The email with the link to your result is on its way. If it does not arrive within a few minutes, please check your spam folder.',
        )}{' '}
        {t('That link stays open; this one does for a day. Whoever takes the assessment again sees there what has changed.')}
      </p>
      <Link className="open-button" to={withLang(showsContent ? '/knowledgeCentre' : '/')}>
        {showsContent ? t('Read on in the knowledge centre') : t('Back To Home')}
      </Link>
    </section>
  )
}
