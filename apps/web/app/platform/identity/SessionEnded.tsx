import { useText } from '#kit/text'
import { Notice } from '#ui/page/Notice'
import styles from './signIn.module.css'

/** Shows on the site's home page that the session has ended. */
export const SessionEnded = ({ onExpire }: { onExpire: () => void }) => {
  const t = useText()
  return (
    <div className={styles.flash}>
      <Notice kind="bad" duration={5000} onExpire={onExpire}>
        {t('Your session has ended.')}
      </Notice>
    </div>
  )
}
