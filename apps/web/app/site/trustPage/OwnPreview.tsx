import { useEffect, useState } from 'react'
import { failureOf } from '#kit/api/failure'
import { StatusView } from '#kit/page/status-view'
import { useEveryText, useLanguage, useText } from '#kit/text'
import type { Shown } from './shown.ts'
import { TrustPage } from './TrustPage.tsx'
import styles from './company.module.css'

/** The owner sees a page that nobody else can. It loads in their browser: the server draws pages as visitors see them. */
export const OwnPreview = ({ uniqueId }: { uniqueId: string }) => {
  useEveryText()
  const t = useText()
  const language = useLanguage()
  const [shown, setShown] = useState<Shown | null>(null)
  const [status, setStatus] = useState(200)
  useEffect(() => {
    import('./shown.ts')
      .then(({ shownNow }) => shownNow(uniqueId, language))
      .then(setShown, (error: unknown) => setStatus(failureOf(error).status))
  }, [uniqueId, language])
  if (status !== 200) return <StatusView code={status === 404 ? '404' : '500'} />
  return (
    <>
      <p role="status" className={styles.banner}>
        {t('This is a preview: visitors cannot see this page.')}{' '}
        {t('It is shown once you have a brand name and let it be found in your settings, or are a partner.')}
      </p>
      {shown && <TrustPage {...shown} />}
    </>
  )
}
