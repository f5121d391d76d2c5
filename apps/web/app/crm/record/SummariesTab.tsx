import { IconFileText } from '@tabler/icons-react'
import { summarySubjectFilter, type Subject } from '#crm/subject'
import { SummaryCards } from '#crm/summary/SummaryCards'
import { useText } from '#kit/text'
import { useNextActions } from './nextActions.tsx'
import { TabEmpty } from './RecordTabs.tsx'

const Summaries = ({ subject }: { subject: Subject }) => {
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

export const CompanyTab = ({ uniqueId }: { uniqueId: string }) => <Summaries subject={{ kind: 'company', uniqueId }} />
/** The summaries of meetings that the contact attended. */
export const ContactTab = ({ uniqueId }: { uniqueId: string }) => <Summaries subject={{ kind: 'contact', uniqueId }} />
