import { useText } from '#kit/text'
import styles from './survey.module.css'

const most = 2000

/** Words beside the stars, and whether others may read them. */
export const RemarkFields = ({ company, used }: { company: string; used: number }) => {
  const t = useText()
  return (
    <div className={styles.remarks}>
      <label htmlFor="remarks">{t('Remarks')}</label>
      <p id="remarks-text">{t('What went well, and what should be better? You may leave it empty.')}</p>
      <textarea id="remarks" name="remarks" rows={5} maxLength={most} aria-describedby="remarks-text remarks-used" />
      <p id="remarks-used" className={styles.used}>
        {t('{used} of {most} characters', { used, most })}
      </p>
      <label className={styles.consent}>
        <input type="checkbox" name="remarksPublic" value="true" aria-describedby="consent-text" />
        {t('My remarks may be shown in public')}
      </label>
      <p id="consent-text">
        {t('With your first name and the first letter of your last name. Otherwise {company} alone reads them.', { company })}
      </p>
    </div>
  )
}
