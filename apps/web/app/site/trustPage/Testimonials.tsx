import type { Remark } from '@tradewind/contract/trust/review.schemas'
import { Suspense, useState } from 'react'
import { useText } from '#kit/text'
import { lazyPublicPart } from '#ui/open/lazyPublicPart'
import { RemarkItem } from './RemarkItem.tsx'
import styles from './company.module.css'

const RemoveAnswer = lazyPublicPart(async () => (await import('./RemoveAnswer.tsx')).RemoveAnswer)

interface TestimonialsProps {
  company: string
  totalReviews: number
  chosen: readonly Remark[]
  /** Given to who may remove an answer. */
  onRemoved?: (() => Promise<void>) | undefined
}

/** As many as are open; the others fold out. */
const open = 6

/** Public remarks that the company chose to show: said to be so. */
export const Testimonials = ({ company, totalReviews, chosen, onRemoved }: TestimonialsProps) => {
  const t = useText()
  const [removing, setRemoving] = useState<Remark | null>(null)
  const [first, others] = [chosen.slice(0, open), chosen.slice(open)]
  const listed = (remarks: readonly Remark[]) => (
    <ul className={styles.testimonials}>
      {remarks.map((remark) => (
        <RemarkItem key={remark.uniqueId} company={company} remark={remark}>
          {onRemoved && (
            <button type="button" className="open-button" onClick={() => setRemoving(remark)}>
              {t('Remove this answer')}
            </button>
          )}
        </RemarkItem>
      ))}
    </ul>
  )
  return (
    <section aria-labelledby="testimonials">
      <h2 id="testimonials" tabIndex={-1}>
        {t('In customers’ words')}
      </h2>
      <Chosen company={company} count={totalReviews} />
      {listed(first)}
      {others.length > 0 && (
        <details className={styles.more}>
          <summary>{t('Show {count} more', { count: others.length })}</summary>
          {listed(others)}
        </details>
      )}
      {removing && onRemoved && (
        <Suspense>
          <RemoveAnswer remark={removing} onClose={() => setRemoving(null)} onRemoved={onRemoved} />
        </Suspense>
      )}
    </section>
  )
}

const Chosen = ({ company, count }: { company: string; count: number }) => {
  const t = useText()
  return (
    <p className={styles.quiet}>
      {t(
        'A selection, chosen by {company}. The one answer counts for the score.|A selection, chosen by {company}. All {count} answers count for the score.',
        { company, count },
      )}
    </p>
  )
}
