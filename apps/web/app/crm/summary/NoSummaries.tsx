import { Button } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { meetingReportPolicy } from '@tradewind/contract/crm/meetingReport.policy'
import { can } from '@tradewind/contract/kit/policy'
import { Link } from 'react-router'
import { useArea } from '#kit/area'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { EmptyState } from '#ui/page/EmptyState'

/** There is no summary to see; the way to the reports that summaries are written on, for who may read those. */
export const NoSummaries = ({ reports = 'meetingReport/list' }: { reports?: string }) => {
  const t = useText()
  const at = useArea()
  const mayRead = can(useActor(), meetingReportPolicy.see)
  return (
    <EmptyState
      icon={IconFileText}
      title={t('No summaries available')}
      text={t('What was said at a meeting is written on the page of its report, and is read here.')}
    >
      {mayRead && (
        <Button component={Link} to={at(reports)}>
          {t('Meeting Reports')}
        </Button>
      )}
    </EmptyState>
  )
}
