import { Link } from 'react-router'
import { useKeepLanguage } from '#kit/page/page'
import { type Say, useText } from '#kit/text'
import styles from './partners.module.css'

interface NobodyProps {
  sought: string
  /** Whether companies of one industry, or of one country, alone were asked for. */
  ofIndustry: boolean
  ofCountry: boolean
}

const soughtTitleIn = (t: Say, name: string, isPart: boolean) =>
  isPart ? t('No company in this selection is called “{name}”', { name }) : t('No company is called “{name}”', { name })

const titleIn = (t: Say, { sought, ofIndustry, ofCountry }: NobodyProps) => {
  if (sought) return soughtTitleIn(t, sought, ofIndustry || ofCountry)
  if (ofIndustry && ofCountry) return t('No company of this industry and country shows its score yet')
  if (ofIndustry) return t('No company of this industry shows its score yet')
  return ofCountry ? t('No company of this country shows its score yet') : t('No company shows its score yet')
}

const textIn = (t: Say, { sought, ofIndustry, ofCountry }: NobodyProps) => {
  if (!sought) return t('Companies stand here once they let themselves be found. Please come back later.')
  return ofIndustry || ofCountry
    ? t('Try a part of the name, or search among all industries and countries.')
    : t('Try a part of the name.')
}

/** Where there is no card: nobody is found, or nobody is there. */
export const Nobody = (props: NobodyProps) => {
  const t = useText()
  const keep = useKeepLanguage()
  return (
    <div className={styles.nobody}>
      <h2>{titleIn(t, props)}</h2>
      <p>{textIn(t, props)}</p>
      {(props.sought || props.ofIndustry || props.ofCountry) && (
        <Link className="open-button" to={keep('/xareview')}>
          {t('Show all companies')}
        </Link>
      )}
    </div>
  )
}
