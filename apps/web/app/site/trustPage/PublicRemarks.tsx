import { removalNames } from '@tradewind/contract/trust/reviewCase.words'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useText } from '#kit/text'
import { addressWith, CardPager } from '#site/partners/CardPager'
import { lazyPublicPart } from '#ui/open/lazyPublicPart'
import { Notice } from '#ui/page/Notice'
import { remarksOfPage } from './company.words.ts'
import { RemarkItem, type Worded } from './RemarkItem.tsx'
import type { Shown } from './shown.ts'
import styles from './company.module.css'

const ReportRemark = lazyPublicPart(async () => (await import('./ReportRemark.tsx')).ReportRemark)

interface PublicRemarksProps extends Pick<Shown, 'score' | 'remarks' | 'page'> {
  companyId: string
  company: string
}

/** Every public remark, the newest first; how many are not shown, and how many were removed for which reason. */
export const PublicRemarks = ({ companyId, company, score, remarks, page }: PublicRemarksProps) => {
  const t = useText()
  const [params] = useSearchParams()
  const [reported, setReported] = useState<Worded | null>(null)
  const [thanks, setThanks] = useState('')
  const { shown, notShown, removed } = score.remarks
  if (shown + notShown + removed.length === 0) return null
  return (
    <section aria-labelledby="remarks">
      <h2 id="remarks" tabIndex={-1}>
        {t('All public remarks')}
      </h2>
      <Told score={score} />
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
        pages={Math.ceil(shown / remarksOfPage)}
        addressOf={(one) => `${addressWith(params, one)}#remarks`}
      />
      {reported && (
        <Suspense>
          <ReportRemark companyId={companyId} remark={reported} onClose={() => setReported(null)} onDone={setThanks} />
        </Suspense>
      )}
    </section>
  )
}

/** What there is, and what is missing. */
const Told = ({ score: { remarks } }: Pick<Shown, 'score'>) => {
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
