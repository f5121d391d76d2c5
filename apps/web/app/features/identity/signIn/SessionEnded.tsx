import { useEffect, useState } from 'react'
import { session } from '#kit/session'
import { useText } from '#kit/text'
import { Notice } from './Notice.tsx'
import styles from './signIn.module.css'

/** Tells once, at the site's root, that the session has ended. */
export const SessionEnded = () => {
  const t = useText()
  const [shown, setShown] = useState(false)
  useEffect(() => setShown((before) => before || session.tellEnd()), [])
  if (!shown) return null
  return (
    <div className={styles.flash}>
      <Notice kind="bad" stands={5000} onGone={() => setShown(false)}>
        {t('Your session has ended.')}
      </Notice>
    </div>
  )
}
