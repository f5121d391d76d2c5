import { type Band, bandOf } from '@tradewind/contract/site/assessment.words'
import { phrase, useText } from '#kit/text'
import styles from './result.module.css'

const bandNames: Readonly<Record<Band, string>> = {
  STRONG: phrase('Strong'),
  INSUFFICIENT: phrase('Insufficient'),
  NOT_READY: phrase('Not ready'),
}

/** Where a score stands, in a word and its colour. */
export const BandMark = ({ average }: { average: number }) => {
  const t = useText()
  const band = bandOf(average)
  return band ? (
    <span className={styles.band} data-band={band}>
      {t(bandNames[band])}
    </span>
  ) : (
    t('Score out of range')
  )
}
