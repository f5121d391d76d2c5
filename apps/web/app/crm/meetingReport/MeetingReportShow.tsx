import { historyOf } from '@tradewind/contract/platform/audit.policy'
import { can } from '@tradewind/contract/kit/policy'
import { meetingReportPolicy } from '@tradewind/contract/crm/meetingReport.policy'
import { guard } from '#kit/account/guard'
import { useActor } from '#kit/session'
import { phrase, useText } from '#kit/text'
import { DetailPage, Panel } from '#ui/record/DetailPage'
import { History } from '#ui/record/History'
import { labelsIn, nameOf, showIn } from './meetingReport.words.ts'
import { ReportFacts } from './ReportFacts.tsx'
import { Summaries } from './Summaries.tsx'

export const handle = { name: phrase('Meeting report') }
export const clientLoader = guard({ rules: meetingReportPolicy.see })

export default function MeetingReportShow() {
  const t = useText()
  const actor = useActor()
  return (
    <DetailPage kind="meetingReport" policy={meetingReportPolicy} listTitle={t('Meeting Reports')} nameOf={nameOf}>
      {(report) => (
        <>
          <Panel>
            <ReportFacts report={report} />
          </Panel>
          <Summaries report={report} />
          {can(actor, historyOf(meetingReportPolicy), report) && (
            <History kind="meetingReport" uniqueId={report.uniqueId} labels={labelsIn(t)} show={showIn(t)} />
          )}
        </>
      )}
    </DetailPage>
  )
}
