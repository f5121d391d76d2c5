import { Link } from 'react-router'
import { useKeepLanguage } from '#kit/page/page'
import { useText } from '#kit/text'
import styles from './partners.module.css'

/** Where there is no card: nobody is found, or nobody is there. */
export const Nobody = ({ sought }: { sought: string }) => {
  const t = useText()
  const keep = useKeepLanguage()
  return (
    <div className={styles.nobody}>
      <h2>{sought ? t('No company is called “{name}”', { name: sought }) : t('No company shows its score yet')}</h2>
      <p>
        {sought
          ? t('Try a part of the name.')
          : t('Companies stand here once they let themselves be found. Please come back later.')}
      </p>
      {sought && (
        <Link className="open-button" to={keep('/xareview')}>
          {t('Show all companies')}
        </Link>
      )}
    </div>
  )
}
