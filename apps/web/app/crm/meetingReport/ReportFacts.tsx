import { Text } from '@mantine/core'
import { contactPolicy } from '@tradewind/contract/crm/contact.policy'
import { can } from '@tradewind/contract/kit/policy'
import type { MeetingReport } from '@tradewind/contract/crm/meetingReport.contract'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { CompanyLink } from '#crm/company/CompanyLink'
import { Facts } from '#ui/record/Facts'
import { RecordLink } from '#ui/record/RecordLink'
import { Day } from '#ui/values/Day'
import { eventNames, labelsIn } from './meetingReport.words.ts'

/** What is known of a meeting. */
export const ReportFacts = ({ report }: { report: MeetingReport }) => {
  const t = useText()
  const labels = labelsIn(t)
  const { company } = report
  return (
    <Facts
      facts={[
        { label: labels.date, value: <Day at={report.date} /> },
        { label: labels.eventType, value: t(eventNames[report.eventType]) },
        { label: labels.companyUID, value: <CompanyLink of={company} /> },
        { label: t('Country'), value: company.country || null },
        { label: labels.attendees, value: <People report={report} /> },
        { label: t('Date Created'), value: <Day at={report.dateCreated} /> },
        { label: t('Created by'), value: report.createdByName ?? t('former user') },
      ]}
    />
  )
}

/** Whoever attended, with what they are. Contacts are seen by whoever sees the companies of their country. */
const People = ({ report: { attendees, company } }: { report: MeetingReport }) => {
  const isOpen = can(useActor(), contactPolicy.see, company)
  return attendees.map(({ uniqueId, fullName, title }) => (
    <div key={uniqueId}>
      {isOpen ? <RecordLink kind="contact" uniqueId={uniqueId} name={fullName} /> : fullName}
      <Text size="sm" c="dimmed" mb={4}>
        {title}
      </Text>
    </div>
  ))
}
