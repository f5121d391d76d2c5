import { Link } from 'react-router'
import { useKeepLanguage } from '#kit/page/page'
import { type Say, useText } from '#kit/text'
import styles from './partners.module.css'

const titleIn = (t: Say, sought: string, isPart: boolean) => {
  if (sought) return t('No company is called “{name}”', { name: sought })
  return isPart ? t('No company of this industry shows its score yet') : t('No company shows its score yet')
}

/** Where there is no card: nobody is found, or nobody is there. */
export const Nobody = ({ sought, isPart }: { sought: string; isPart: boolean }) => {
  const t = useText()
  const keep = useKeepLanguage()
  return (
    <div className={styles.nobody}>
      <h2>{titleIn(t, sought, isPart)}</h2>
      <p>
        {sought
          ? t('Try a part of the name.')
          : t('Companies stand here once they let themselves be found. Please come back later.')}
      </p>
      {(sought || isPart) && (
        <Link className="open-button" to={keep('/xareview')}>
          {t('Show all companies')}
        </Link>
      )}
    </div>
  )
}
