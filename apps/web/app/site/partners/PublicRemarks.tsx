import type { Remark } from '@tradewind/contract/trust/review.schemas'
import { removalNames } from '@tradewind/contract/trust/reviewCase.constants'
import type { PublicRemark } from '@tradewind/contract/trust/reviewPage.contract'
import { type ReactNode, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { usePage } from '#kit/page/page'
import { useLanguage, useText } from '#kit/text'
import { formatLongDay } from '#site/textFormat'
import { Stars } from '#trust/Stars'
import { lazyPublicPart } from '#ui/page/lazyPublicPart'
import { Notice } from '#ui/page/Notice'
import { REMARKS_PER_PAGE, reviewerName } from './company.figures.ts'
import { addressOfPage, CardPager } from './PartnerCards.tsx'
import type { TrustPageData } from './trustPageData.ts'
import styles from './company.module.css'

const RemoveAnswer = lazyPublicPart(async () => (await import('./ReportRemark.tsx')).RemoveAnswer)

interface TestimonialsProps {
  company: string
  totalReviews: number
  remarks: readonly Remark[]
  /** Set if the user may remove an answer. */
  onRemoved?: (() => Promise<void>) | undefined
}

/** The number of remarks that are shown; the others are collapsed. */
const VISIBLE_COUNT = 6

/** Public remarks that the company selected, labelled as such. */
export const Testimonials = ({ company, totalReviews, remarks: testimonials, onRemoved }: TestimonialsProps) => {
  const t = useText()
  const [removing, setRemoving] = useState<Remark | null>(null)
  const [first, others] = [testimonials.slice(0, VISIBLE_COUNT), testimonials.slice(VISIBLE_COUNT)]
  const renderList = (remarks: readonly Remark[]) => (
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
      <SelectionNote company={company} count={totalReviews} />
      {renderList(first)}
      {others.length > 0 && (
        <details className={styles.more}>
          <summary>{t('Show {count} more', { count: others.length })}</summary>
          {renderList(others)}
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

const SelectionNote = ({ company, count }: { company: string; count: number }) => {
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

const ReportRemark = lazyPublicPart(async () => (await import('./ReportRemark.tsx')).ReportRemark)

interface PublicRemarksProps extends Pick<TrustPageData, 'score' | 'remarks' | 'page'> {
  companyId: string
  company: string
}

/** Every public remark, newest first; how many are not shown, and how many were removed for which reason. */
export const PublicRemarks = ({ companyId, company, score, remarks, page }: PublicRemarksProps) => {
  const t = useText()
  const [params] = useSearchParams()
  const [reported, setReported] = useState<RemarkFields | null>(null)
  const [thanks, setThanks] = useState('')
  const { shown, notShown, removed } = score.remarks
  if (shown + notShown + removed.length === 0) return null
  return (
    <section aria-labelledby="remarks">
      <h2 id="remarks" tabIndex={-1}>
        {t('All public remarks')}
      </h2>
      <RemarkCounts score={score} />
      {thanks && <Notice kind="good">{t(thanks)}</Notice>}
      {remarks.length > 0 && (
        <ul className={styles.testimonials}>
          {remarks.map((remark) => (
            <RemarkItem key={remark.uniqueId} company={company} remark={remark}>
              <button
                type="button"
                className={styles.report}
                aria-label={`${t('Report this remark')}: ${remark.remark?.slice(0, 60)}`}
                onClick={() => setReported(remark)}
              >
                {t('Report this remark')}
              </button>
            </RemarkItem>
          ))}
        </ul>
      )}
      <CardPager
        page={page}
        pages={Math.ceil(shown / REMARKS_PER_PAGE)}
        addressOf={(one) => `${addressOfPage(params, one)}#remarks`}
      />
      {reported && (
        <Suspense>
          <ReportRemark companyId={companyId} remark={reported} onClose={() => setReported(null)} onDone={setThanks} />
        </Suspense>
      )}
    </section>
  )
}

/** How many remarks there are, and how many are missing. */
const RemarkCounts = ({ score: { remarks } }: Pick<TrustPageData, 'score'>) => {
  const t = useText()
  const { shown, notShown, removed } = remarks
  return (
    <>
      {shown > 0 && (
        <p className={styles.quiet}>
          {t('{count} remark, as its writer released it.|{count} remarks, the newest first, as their writers released them.', {
            count: shown,
          })}
        </p>
      )}
      {notShown > 0 && (
        <p className={styles.quiet}>
          {t('{count} public remark is not shown here.|{count} public remarks are not shown here.', { count: notShown })}
        </p>
      )}
      {removed.map(({ reason, count }) => (
        <p key={reason} className={styles.quiet}>
          {t('{count} remark was removed: {reason}|{count} remarks were removed: {reason}', {
            count,
            reason: t(removalNames[reason]),
          })}
        </p>
      ))}
    </>
  )
}

/** The public fields of a remark. */
export type RemarkFields = Pick<
  PublicRemark,
  'uniqueId' | 'contact' | 'date' | 'score' | 'remark' | 'ownerReply' | 'isEarlier' | 'viaLink' | 'met'
>

interface RemarkItemProps {
  company: string
  remark: RemarkFields
  /** Its actions. */
  children?: ReactNode
}

/** A public remark, with how it was verified that a customer wrote it. */
const RemarkItem = ({ company, remark: one, children }: RemarkItemProps) => {
  const t = useText()
  const language = useLanguage()
  return (
    <li>
      <p className={styles.from}>
        <Stars score={one.score} />
        <strong>{reviewerName(one.contact)}</strong>
        <time dateTime={one.date}>{formatLongDay(language, one.date)}</time>
        <VerificationNote {...one} />
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

const VerificationNote = ({ viaLink, met }: Pick<RemarkFields, 'viaLink' | 'met'>) => {
  const t = useText()
  const { tenant } = usePage()
  return (
    <span className={styles.verified}>
      <span>{viaLink ? t('By link') : t('By invitation')}</span>
      {met && <span>{t('Met by {tenant}', { tenant: tenant.name })}</span>}
    </span>
  )
}
