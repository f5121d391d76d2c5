import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useKeepLanguage, usePage } from '#kit/page/page'
import { useText } from '#kit/text'
import { Notice } from '#ui/notice/Notice'
import styles from './assessment.module.css'

/** The answers have arrived, in the server's words. */
export const Thanks = ({ words }: { words: string }) => {
  const t = useText()
  const keep = useKeepLanguage()
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
      <Notice kind="good">{t(words)}</Notice>
      <p>
        {t(
          'The mail with the link to your result is on its way. If it is not there within a few minutes, please look among the unwanted mail.',
        )}
      </p>
      <Link className="open-button open-button-main" to={keep(showsContent ? '/knowledgeCentre' : '/')}>
        {showsContent ? t('Read on in the knowledge centre') : t('Back To Home')}
      </Link>
    </section>
  )
}
