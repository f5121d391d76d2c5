import type { Remark } from '@tradewind/contract/review/review.fields'
import { useLanguage, useText } from '#kit/text'
import { Stars } from '#ui/stars/Stars'
import { dayIn, reviewerName } from '../company.words.ts'
import styles from '../company.module.css'

interface TestimonialProps {
  company: string
  remark: Remark
  onRemove?: (() => void) | undefined
}

export const Testimonial = ({ company, remark: { contact, date, score, remark, ownerReply }, onRemove }: TestimonialProps) => {
  const t = useText()
  const language = useLanguage()
  return (
    <li>
      <p className={styles.from}>
        <Stars score={score} />
        <strong>{reviewerName(contact)}</strong>
        <time dateTime={date}>{dayIn(language, date)}</time>
      </p>
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
