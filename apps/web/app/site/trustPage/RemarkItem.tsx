import type { PublicRemark } from '@tradewind/contract/trust/reviewPage.contract'
import type { ReactNode } from 'react'
import { usePage } from '#kit/page/page'
import { useLanguage, useText } from '#kit/text'
import { longDay } from '#site/writing'
import { Stars } from '#trust/Stars'
import { reviewerName } from './company.words.ts'
import styles from './company.module.css'

/** What everybody reads of somebody's words. */
export type Worded = Pick<
  PublicRemark,
  'uniqueId' | 'contact' | 'date' | 'score' | 'remark' | 'ownerReply' | 'isEarlier' | 'viaLink' | 'met'
>

interface RemarkItemProps {
  company: string
  remark: Worded
  /** What may be done with it. */
  children?: ReactNode
}

/** A public remark, with how it is verified that a customer wrote it. */
export const RemarkItem = ({ company, remark: one, children }: RemarkItemProps) => {
  const t = useText()
  const language = useLanguage()
  return (
    <li>
      <p className={styles.from}>
        <Stars score={one.score} />
        <strong>{reviewerName(one.contact)}</strong>
        <time dateTime={one.date}>{longDay(language, one.date)}</time>
        <Verified {...one} />
      </p>
      {one.isEarlier && <p className={styles.quiet}>{t('An earlier answer. This customer has answered again since.')}</p>}
      <blockquote>{one.remark}</blockquote>
      {one.ownerReply && (
        <div className={styles.reply}>
          <strong>{t('{company} replies', { company })}</strong>
          <p>{one.ownerReply}</p>
        </div>
      )}
      {children}
    </li>
  )
}

const Verified = ({ viaLink, met }: Pick<Worded, 'viaLink' | 'met'>) => {
  const t = useText()
  const { tenant } = usePage()
  return (
    <span className={styles.verified}>
      <span>{viaLink ? t('By link') : t('By invitation')}</span>
      {met && <span>{t('Met by {tenant}', { tenant: tenant.name })}</span>}
    </span>
  )
}
