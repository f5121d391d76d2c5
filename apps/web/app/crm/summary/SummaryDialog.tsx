import { Text } from '@mantine/core'
import type { NextStep } from '@tradewind/contract/crm/nextSteps.contract'
import { nextStepsFields } from '@tradewind/contract/crm/nextSteps.fields'
import type { Summary } from '@tradewind/contract/crm/summary.contract'
import { isStaff } from '@tradewind/contract/roles'
import { StatusCell, TaskMenu } from '#crm/nextSteps/Task'
import { TaskForm } from '#crm/nextSteps/TaskForm'
import { useList } from '#kit/api/query'
import { useRecord } from '#kit/api/records'
import { pathOf, useArea } from '#kit/area'
import { useActor } from '#kit/session'
import { type Translate, useText } from '#kit/text'
import { Dialog } from '#ui/dialog/Dialog'
import { RichText } from '#ui/editor/RichText'
import { RecordForm } from '#ui/form/FormPage'
import type { Column } from '#ui/list/columns'
import { ListSkeleton } from '#ui/list/Paged'
import { Rows } from '#ui/list/Rows'
import { ErrorState, QueryContent } from '#ui/page/states'
import { Day } from '#ui/values/Day'
import { formatField, labelsIn } from './Shared.tsx'
import { ProjectsField, UsersField } from './ShareFields.tsx'

/** The actions on a summary that open in a dialog. */
export type SummaryAction = 'update' | 'task' | 'tasks'

interface SummaryDialogProps {
  summary: Summary
  action: SummaryAction | null
  onClose: () => void
}

/** Changes a summary, creates a task from it, or lists its tasks. */
export const SummaryDialog = ({ summary, action, onClose }: SummaryDialogProps) => {
  const t = useText()
  const { uniqueId, meetingReportUID } = summary
  return (
    <>
      <Dialog opened={action === 'update'} onClose={onClose} size={752} title={t('Update Summary')}>
        <Changing uniqueId={uniqueId} meetingReportUID={meetingReportUID} onDone={onClose} />
      </Dialog>
      <Dialog opened={action === 'task'} onClose={onClose} size={752} title={t('Add Task')}>
        <TaskForm summaryUID={uniqueId} onDone={onClose} />
      </Dialog>
      <Dialog opened={action === 'tasks'} onClose={onClose} size={900} title={t('Tasks')}>
        <SummaryTasks summaryId={uniqueId} />
      </Dialog>
    </>
  )
}

interface ChangingProps {
  uniqueId: string
  meetingReportUID: string
  onDone: () => void
}

const Changing = ({ uniqueId, meetingReportUID, onDone }: ChangingProps) => (
  <QueryContent of={useRecord('summary', uniqueId, { toChange: true })} height={420}>
    {(current) => <SummaryForm meetingReportUID={meetingReportUID} summary={current} onDone={onDone} />}
  </QueryContent>
)

interface NewSummaryDialogProps {
  meetingReportUID: string
  opened: boolean
  onClose: () => void
}

/** Adds a summary to a report. */
export const NewSummaryDialog = ({ meetingReportUID, opened, onClose }: NewSummaryDialogProps) => {
  const t = useText()
  return (
    <Dialog opened={opened} onClose={onClose} size={752} title={t('Add Summary')}>
      <SummaryForm meetingReportUID={meetingReportUID} onDone={onClose} />
    </Dialog>
  )
}

const columnsIn = (t: Translate): Column<NextStep>[] => {
  const { todo, byWhen, nextStepsStatus, assignedUser } = nextStepsFields
  return [
    { field: 'todo', head: t(todo.label), show: (task) => task.todo, width: '38%' },
    { field: 'byWhen', head: t(byWhen.label), show: (task) => <Day at={task.byWhen} /> },
    { field: 'nextStepsStatus', head: t(nextStepsStatus.label), show: (task) => <StatusCell task={task} /> },
    { field: 'assignedUser', head: t(assignedUser.label), show: (task) => task.assignedUser.fullName },
  ]
}

const menuOf = (task: NextStep) => <TaskMenu task={task} />

/** The tasks that were created from a summary. */
const SummaryTasks = ({ summaryId }: { summaryId: string }) => {
  const t = useText()
  const at = useArea()
  const { data, error, refetch } = useList('GET /api/nextSteps/fetchBySummary/:summaryId', { summaryId, sort: 'byWhen' })
  if (error && !data) return <ErrorState failure={error} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton rows={3} />
  if (data.rows.length === 0) return <Text c="dimmed">{t('No tasks yet')}</Text>
  return (
    <Rows
      label={t('Tasks')}
      rows={data.rows}
      columns={columnsIn(t)}
      linkOf={({ uniqueId }) => at(pathOf('nextSteps', `show/${uniqueId}`))}
      menuOf={menuOf}
    />
  )
}

type Values = Pick<Summary, 'text' | 'sharedWith' | 'sharedWithProjects'>

const empty: Values = { text: '', sharedWith: [], sharedWithProjects: [] }

interface SummaryFormProps {
  /** The report that it belongs to. */
  meetingReportUID: string
  /** The summary to change; without it a new one is created. */
  summary?: Summary | undefined
  onDone: () => void
}

/** Creates or changes a summary, and whom it is shared with. */
const SummaryForm = ({ meetingReportUID, summary, onDone }: SummaryFormProps) => {
  const t = useText()
  const isOfStaff = isStaff(useActor())
  return (
    <RecordForm
      kind="summary"
      record={summary}
      parentPath={`meetingReport/show/${meetingReportUID}`}
      onDone={onDone}
      empty={empty}
      labels={labelsIn(t)}
      required={['text']}
      show={formatField}
      sent={(fields, values) => ({ ...(summary ? {} : { meetingReportUID }), ...inputOf(fields, values) })}
    >
      {(field) => (
        <>
          <RichText {...field('text')} />
          {isOfStaff && <UsersField {...field('sharedWith')} />}
          <ProjectsField {...field('sharedWithProjects')} />
        </>
      )}
    </RecordForm>
  )
}

const idsOf = (records: readonly { uniqueId: string }[]) => records.map(({ uniqueId }) => uniqueId)

/** The call takes ids, and both lists together: it shares with exactly those in the lists. */
const inputOf = ({ text, sharedWith, sharedWithProjects }: Partial<Values>, values: Values) => ({
  ...(text !== undefined && { text }),
  ...((sharedWith ?? sharedWithProjects) && {
    sharedWith: idsOf(values.sharedWith),
    sharedWithProjects: idsOf(values.sharedWithProjects),
  }),
})
