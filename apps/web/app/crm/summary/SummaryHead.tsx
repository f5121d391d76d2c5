import { Anchor, Group, Text, Title } from '@mantine/core'
import { can } from '@tradewind/contract/kit/policy'
import { meetingReportPolicy } from '@tradewind/contract/crm/meetingReport.policy'
import type { Summary } from '@tradewind/contract/crm/summary.contract'
import { Link } from 'react-router'
import { pathOf } from '#kit/api/paths'
import { useArea } from '#kit/area'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { CompanyLink } from '#crm/company/CompanyLink'
import { Day } from '#ui/values/Day'

interface SummaryHeadProps {
  id: string
  summary: Summary
  /** The page is the report's: it has said which. */
  ofReport: boolean
}

/** What a summary is of, who wrote it, and when. */
export const SummaryHead = ({ id, summary, ofReport }: SummaryHeadProps) => {
  const t = useText()
  const { createdByName, dateCreated } = summary
  const by = createdByName ?? t('former user')
  return (
    <div style={{ minWidth: 0 }}>
      {!ofReport && <Of id={id} summary={summary} />}
      <Group gap="xs">
        <Text size="sm" {...(ofReport ? { id, fw: 600 } : { c: 'dimmed' })}>
          {by}
        </Text>
        <Text size="sm" c="dimmed">
          <Day at={dateCreated} precise />
        </Text>
      </Group>
    </div>
  )
}

/** The company, and the meeting as the way to its report. */
const Of = ({ id, summary: { company, meetingReport, meetingDate } }: { id: string; summary: Summary }) => {
  const t = useText()
  const at = useArea()
  const actor = useActor()
  const day = <Day at={meetingDate} />
  return (
    <Group gap="xs" align="baseline">
      <Title order={2} size="h4" id={id} style={{ overflowWrap: 'anywhere' }}>
        <CompanyLink of={company} />
      </Title>
      <Text size="sm" c="dimmed">
        {t('Meeting')}{' '}
        {can(actor, meetingReportPolicy.see, meetingReport) ? (
          <Anchor component={Link} to={at(pathOf('meetingReport', `show/${meetingReport.uniqueId}`))} prefetch="intent" inherit>
            {day}
          </Anchor>
        ) : (
          day
        )}
      </Text>
    </Group>
  )
}
