import type { Assessment } from '@tradewind/contract/site/assessment.contract'
import { feedbackCardsOf } from '@tradewind/contract/site/assessment.feedback'
import { useEffect, useState } from 'react'
import { call } from '#kit/api/call'
import { type Failure, failureOf } from '#kit/api/failure'
import { useLanguage, useText } from '#kit/text'
import { useZone } from '#kit/zone'
import { dayIn } from '#site/dayIn'
import { Notice } from '#ui/page/Notice'
import { NoResult, ResultPage } from './ResultPage.tsx'
import styles from './result.module.css'

/** The result of a lead, for staff. It loads in the browser, since the server renders pages as visitors see them. */
export const ResultOfLead = ({ leadId }: { leadId: string }) => {
  const t = useText()
  const lang = useLanguage()
  const zone = useZone()
  const [result, setResult] = useState<Assessment | null>()
  const [failure, setFailure] = useState<Failure>()
  useEffect(() => {
    call('GET /api/auditQuestion/answers', { leadId, lang, page: 0, size: 1 }).then(
      ({ rows }) => setResult(rows[0] ?? null),
      (error: unknown) => setFailure(failureOf(error)),
    )
  }, [leadId, lang])
  if (result === null || failure?.status === 403) return <NoResult />
  if (failure) {
    return (
      <section className={`open-width ${styles.result}`}>
        <Notice kind="bad">{t(failure.message)}</Notice>
      </section>
    )
  }
  if (!result) return result
  const { averages, dateCreated, before } = result
  const days = { now: dayIn(zone, dateCreated), before: before && dayIn(zone, before.dateCreated) }
  return <ResultPage result={result} days={days} cards={feedbackCardsOf(averages)} />
}
