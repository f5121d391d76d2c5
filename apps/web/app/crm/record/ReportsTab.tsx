import { IconReport } from '@tabler/icons-react'
import type { MeetingReport } from '@tradewind/contract/crm/meetingReport.contract'
import { meetingReportFields } from '@tradewind/contract/crm/meetingReport.fields'
import { meetingReportPolicy } from '@tradewind/contract/crm/policies'
import { nameOf } from '#crm/meetingReport/meetingReport.labels'
import { useReportEditing } from '#crm/meetingReport/useReportEditing'
import { subjectFilter, type Subject } from '#crm/subject'
import { useArea } from '#kit/area'
import { useText } from '#kit/text'
import { useFields } from '#ui/entity/useFields'
import { useListing } from '#ui/list/Paged'
import { RowMenu } from '#ui/record/RowMenu'
import { useNextActions } from './nextActions.tsx'
import { selectColumns, TabEmpty, TabList } from './RecordTabs.tsx'

const menuOf = (report: MeetingReport) => (
  <RowMenu kind="meetingReport" policy={meetingReportPolicy} record={report} name={nameOf(report)} />
)

/** The reports of a company, or of meetings that a contact attended. */
export const ReportsTab = (subject: Subject) => {
  const t = useText()
  const at = useArea()
  const { columns } = useFields(meetingReportFields)
  const listing = useListing('GET /api/meetingReport/', { fixedInput: subjectFilter(subject), sort: '-date' })
  const edit = useReportEditing()
  const { report } = useNextActions(subject)
  return (
    <TabList
      listing={listing}
      label={t('Meeting Reports')}
      columns={selectColumns(columns({}, edit), { date: '14%', eventType: '22%', attendees: null, dateCreated: '14%' })}
      linkOf={({ uniqueId }) => at(`meetingReport/show/${uniqueId}`)}
      menuOf={menuOf}
      empty={
        <TabEmpty
          icon={IconReport}
          title={t('No meeting reports yet')}
          text={t('Record calls, meetings and visits at fairs: who attended, what was said, and what follows.')}
          fill={report}
        />
      }
    />
  )
}
