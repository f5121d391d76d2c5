import type { Remark } from '@tradewind/contract/trust/review.fields'
import { useLanguage, useText } from '#kit/text'
import { Stars } from '#trust/stars/Stars'
import { longDay } from '#ui/values/longDay'
import { reviewerName } from './company.words.ts'
import styles from './company.module.css'

interface TestimonialProps {
  company: string
  remark: Remark
  onRemove?: (() => void) | undefined
}

export const Testimonial = ({
  company,
  remark: { contact, date, score, remark, ownerReply, isEarlier },
  onRemove,
}: TestimonialProps) => {
  const t = useText()
  const language = useLanguage()
  return (
    <li>
      <p className={styles.from}>
        <Stars score={score} />
        <strong>{reviewerName(contact)}</strong>
        <time dateTime={date}>{longDay(language, date)}</time>
      </p>
      {isEarlier && <p className={styles.quiet}>{t('An earlier answer. This customer has answered again since.')}</p>}
      <blockquote>{remark}</blockquote>
      {ownerReply && (
        <div className={styles.reply}>
          <strong>{t('{company} replies', { company })}</strong>
          <p>{ownerReply}</p>
        </div>
      )}
      {onRemove && (
        <button type="button" className="open-button" onClick={onRemove}>
          {t('Remove this answer')}
        </button>
      )}
    </li>
  )
}
