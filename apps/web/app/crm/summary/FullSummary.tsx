import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { meetingReportPolicy, nextStepsPolicy } from '@tradewind/contract/crm/policies'
import type { Summary } from '@tradewind/contract/crm/summary.contract'
import { can } from '@tradewind/contract/kit/policy'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useMaySeeCompanies } from '#crm/company/CompanyLink'
import { useRecord } from '#kit/api/records'
import { pathOf, useArea } from '#kit/area'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { Dialog } from '#ui/dialog/Dialog'
import { Markup } from '#ui/editor/RichText'
import { ErrorState } from '#ui/page/states'
import { Day } from '#ui/values/Day'
import { nameOf, Shared } from './Shared.tsx'

interface WholeSummaryProps {
  /** The id of the summary to show; empty shows none. */
  uniqueId: string
  onClose: () => void
}

/** One summary in full, over the page. The last one stays rendered while the dialog closes. */
export const FullSummary = ({ uniqueId, onClose }: WholeSummaryProps) => {
  const t = useText()
  const [renderedId, setRenderedId] = useState(uniqueId)
  if (uniqueId && uniqueId !== renderedId) setRenderedId(uniqueId)
  const { data: summary, error, refetch } = useRecord('summary', renderedId || undefined)
  return (
    <Dialog opened={uniqueId !== ''} onClose={onClose} size={752} title={summary ? nameOf(summary) : t('Summary')}>
      {error && !summary && <ErrorState failure={error} onRetry={() => void refetch()} />}
      {!summary && !error && <Skeleton height={160} />}
      {summary && <Whole summary={summary} />}
    </Dialog>
  )
}

const Whole = ({ summary }: { summary: Summary }) => {
  const t = useText()
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {summary.createdByName ?? t('former user')}, <Day at={summary.dateCreated} precise />
      </Text>
      <Markup html={summary.text} />
      <Shared summary={summary} />
      <WaysOn summary={summary} />
    </Stack>
  )
}

/** What is done after reading: a task, or a look at the meeting or the company, as far as the actor may. */
const WaysOn = ({ summary: { uniqueId, meetingReport, company } }: { summary: Summary }) => {
  const t = useText()
  const actor = useActor()
  const maySeeCompanies = useMaySeeCompanies()
  return (
    <Group gap="xs">
      {can(actor, nextStepsPolicy.create) && (
        <WayOn path={`nextSteps/create?summary=${uniqueId}`} icon={<IconPlus size={14} aria-hidden />}>
          {t('Add Task')}
        </WayOn>
      )}
      {can(actor, meetingReportPolicy.see, meetingReport) && (
        <WayOn path={pathOf('meetingReport', `show/${meetingReport.uniqueId}`)}>{t('Meeting report')}</WayOn>
      )}
      {maySeeCompanies && company.uniqueId && (
        <WayOn path={pathOf('company', `show/${company.uniqueId}`)}>{company.legalName}</WayOn>
      )}
    </Group>
  )
}

const WayOn = ({ path, icon, children }: { path: string; icon?: ReactNode; children: ReactNode }) => {
  const at = useArea()
  return (
    <Button component={Link} to={at(path)} prefetch="intent" size="xs" variant="default" leftSection={icon} maw="100%">
      {children}
    </Button>
  )
}
