import { type Averages, weakestOf } from '@tradewind/contract/site/assessment.scores'
import { type Translate, useText } from '#kit/text'
import { ContactBlock } from '#site/enquiry/ContactBlock'
import { usePrint } from '#ui/page/usePrint'
import { useScore } from './Radar.tsx'

/** The label of the contact button, by the number of weak areas. */
const contactButtonText = (t: Translate, weak: number) => {
  if (weak === 2) return t('Talk to us about these two')
  return weak === 1 ? t('Talk to us about this area') : t('Talk to us about it')
}

/** Asks the tenant about the weakest areas: the enquiry contains them and their scores. */
export const ContactTenant = ({ averages }: { averages: Averages }) => {
  const t = useText()
  const score = useScore()
  const weak = weakestOf(averages)
  const areaTexts = weak.map(({ category, average }) => t('{name}: {score} of 5', { name: t(category), score: score(average) }))
  const button = contactButtonText(t, weak.length)
  return (
    <ContactBlock
      title={t('Where to begin')}
      text={
        areaTexts.length > 0
          ? t('We will look at these areas with you: {areas}. Your message names them.', { areas: areaTexts.join('; ') })
          : t('Tell us what you have in mind, and we write back.')
      }
      button={button}
      dialogTitle={button}
      subject={[t('About the result of my self-assessment.'), ...areaTexts].join('\n')}
      isMain
    />
  )
}

/** Prints the page in light colours. */
export const PrintButton = () => {
  const t = useText()
  return (
    <button type="button" className="open-button" onClick={usePrint()}>
      {t('Print')}
    </button>
  )
}
