import { Link } from 'react-router'
import { useKeepLanguage } from '#kit/page/page'
import { useText } from '#kit/text'
import styles from './centre.module.css'

/** Where there is no card: nothing is found, or nothing is published yet. */
export const Nothing = ({ isPart }: { isPart: boolean }) => {
  const t = useText()
  const keep = useKeepLanguage()
  if (!isPart) return <p className={styles.nothing}>{t('Nothing has been published yet. Please come back later.')}</p>
  return (
    <div className={styles.nothing}>
      <p>{t('Nothing matches all of that. Try a part of a word, or fewer filters.')}</p>
      <Link className="open-button" to={keep('/knowledgeCentre')}>
        {t('Show everything')}
      </Link>
    </div>
  )
}
