import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { IconChecklist } from '@tabler/icons-react'
import { companyPolicy, meetingReportPolicy, nextStepsPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Link } from 'react-router'
import { useRecord } from '#kit/api/records'
import { useArea } from '#kit/area'
import { useParam } from '#kit/browser/search-params'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { focusFirstField } from '#ui/form/Restored'
import { RecordSelect } from '#ui/form/SearchSelect'
import { PageHeader } from '#ui/page/PageHeader'
import { EmptyState, ErrorState } from '#ui/page/states'
import { Origin } from './Origin.tsx'
import { TaskForm } from './TaskForm.tsx'
import { TaskOf } from './TaskOf.tsx'

export const handle = { name: phrase('New task') }
export const clientLoader = guard({ rules: nextStepsPolicy.create })

/** Creates a task from the summary that the address names, or for a company, from one of its summaries. */
export default function NextStepsCreate() {
  const t = useText()
  const [summary] = useParam('summary')
  return (
    <Stack>
      <PageHeader title={t('New task')} trail={[{ text: t('Tasks'), path: 'nextSteps/list' }]} />
      {summary ? <OfSummary key={summary} uniqueId={summary} /> : <OfCompany />}
    </Stack>
  )
}

const OfSummary = ({ uniqueId }: { uniqueId: string }) => {
  const { data: summary, error, refetch } = useRecord('summary', uniqueId)
  if (error && !summary) return <ErrorState failure={error} onRetry={() => void refetch()} />
  if (!summary) return <Skeleton height={420} maw={720} />
  return (
    <>
      <Origin summary={summary} />
      <TaskForm summaryUID={uniqueId} />
    </>
  )
}

/** Asks for the company first; actors who see no companies start from a summary. */
const OfCompany = () => {
  const t = useText()
  const [company, setCompany] = useParam('company')
  const element = useRef<HTMLDivElement>(null)
  const focusCompany = useEffectEvent(() => !company && focusFirstField(element.current))
  useEffect(() => void focusCompany(), [])
  if (!can(useActor(), companyPolicy.see)) return <WithoutSummary />
  return (
    <Stack maw={720} ref={element}>
      <RecordSelect
        label={t('Company')}
        description={t('A task belongs to the summary of a meeting with this company.')}
        kind="company"
        nameField="legalName"
        value={company}
        onChange={(uniqueId) => setCompany(uniqueId ?? '')}
        openOnFocus={false}
        required
        emptyContent={<NoCompanies />}
      />
      {company && <TaskOf key={company} subject={{ kind: 'company', uniqueId: company }} />}
    </Stack>
  )
}

/** What to do where no company exists: the form of a meeting creates company, summary and task. */
const NoCompanies = () => {
  const t = useText()
  const at = useArea()
  const mayReport = can(useActor(), meetingReportPolicy.create)
  return (
    <Stack gap="xs" align="start" mt="sm">
      <Text size="sm">{t('There are no companies yet. A task is written down with the report on a meeting.')}</Text>
      {mayReport && (
        <Button component={Link} to={at('meeting/create?task=new')} size="xs" variant="default">
          {t('New report with this task')}
        </Button>
      )}
    </Stack>
  )
}

const WithoutSummary = () => {
  const t = useText()
  const at = useArea()
  return (
    <EmptyState
      icon={IconChecklist}
      title={t('A task belongs to a summary')}
      text={t('Choose Add Task on the summary of a meeting.')}
    >
      <Button component={Link} to={at('summary')}>
        {t('My Summaries')}
      </Button>
    </EmptyState>
  )
}
