import { IconFileText } from '@tabler/icons-react'
import { summarySubjectFilter, type Subject } from '#crm/subject'
import { SummaryCards } from '#crm/summary/SummaryCards'
import { useText } from '#kit/text'
import { useNextActions } from './nextActions.tsx'
import { TabEmpty } from './RecordTabs.tsx'

/** The summaries of a company’s meetings, or of those that a contact attended. */
export const SummariesTab = (subject: Subject) => {
  const t = useText()
  const { report } = useNextActions(subject)
  const empty = (
    <TabEmpty
      icon={IconFileText}
      title={t('No summaries available')}
      text={t('Meeting summaries are written with a report, and listed here.')}
      fill={report}
    />
  )
  return <SummaryCards query={summarySubjectFilter(subject)} empty={empty} />
}
