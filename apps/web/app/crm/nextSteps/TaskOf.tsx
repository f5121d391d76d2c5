import { Button, Group, Stack, Text } from '@mantine/core'
import { meetingTypeNames } from '@tradewind/contract/crm/meetingReport.fields'
import { meetingReportPolicy } from '@tradewind/contract/crm/policies'
import type { Summary } from '@tradewind/contract/crm/summary.contract'
import { can } from '@tradewind/contract/kit/policy'
import { Link } from 'react-router'
import { newReportPath, type Subject, summarySubjectFilter } from '#crm/subject'
import { useList } from '#kit/api/query'
import { useRecord } from '#kit/api/records'
import { useArea } from '#kit/area'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import type { FieldProps } from '#ui/form/FormPage'
import { SearchSelect } from '#ui/form/SearchSelect'
import { QueryContent } from '#ui/page/states'
import { formatDay } from '#ui/values/dates'
import { TaskForm } from './TaskForm.tsx'

const newestFirst = (subject: Subject) => ({ ...summarySubjectFilter(subject), sort: '-meetingDate' }) as const

interface TaskOfProps {
  subject: Subject
  /** Called after saving and on Cancel; without it both go to the list of tasks. */
  onDone?: (() => void) | undefined
}

/** The form of a task for a company or a contact, or, without a summary, the way to the form that creates both. */
export const TaskOf = ({ subject, onDone }: TaskOfProps) => {
  const newest = useList('GET /api/summary/', { ...newestFirst(subject), page: 0, size: 1 })
  return (
    <QueryContent of={newest} height={320}>
      {({ rows: [summary] }) =>
        summary ? (
          <TaskForm summaryUID={summary.uniqueId} {...(onDone && { onDone })}>
            {(field) => <SummarySelect {...field} subject={subject} />}
          </TaskForm>
        ) : (
          <NoSummary subject={subject} onDone={onDone} />
        )
      }
    </QueryContent>
  )
}

const MOST = 80

const nameOf = ({ meetingDate, plainText }: Pick<Summary, 'meetingDate' | 'plainText'>) => {
  const words = plainText.replace(/\s+/g, ' ').trim()
  return `${formatDay(meetingDate) ?? meetingDate}: ${words.length > MOST ? `${words.slice(0, MOST)}…` : words}`
}

const SummarySelect = ({ subject, value, ...field }: FieldProps & { subject: Subject }) => {
  const t = useText()
  const { data } = useRecord('summary', (value as string) || undefined)
  return (
    <SearchSelect
      {...field}
      description={t('The meeting it belongs to: the latest one, unless you choose another.')}
      route="GET /api/summary/"
      query={newestFirst(subject)}
      nameOf={nameOf}
      hintOf={({ meetingReport: { eventType } }) => t(meetingTypeNames[eventType as keyof typeof meetingTypeNames])}
      value={(value as string) || null}
      selectedName={data && nameOf(data)}
      onChoose={(summary) => field.onChange(summary?.uniqueId ?? '')}
      openOnFocus={false}
    />
  )
}

/** The empty state without summaries: links to the meeting form, opened with a task, which creates report, summary and task. */
const NoSummary = ({ subject, onDone }: TaskOfProps) => {
  const t = useText()
  const at = useArea()
  const mayWrite = can(useActor(), meetingReportPolicy.create)
  return (
    <Stack>
      <Text>
        {mayWrite
          ? t(
              'A task belongs to a meeting summary, and there is none yet. The next form creates the report, its summary and the task in one go.',
            )
          : t('A task belongs to a meeting summary, and there is none yet.')}
      </Text>
      <Group>
        {mayWrite && (
          <Button component={Link} to={at(`${newReportPath(subject)}&task=new`)} data-autofocus>
            {t('New report with this task')}
          </Button>
        )}
        {onDone && (
          <Button variant="default" onClick={onDone}>
            {t('Cancel')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
