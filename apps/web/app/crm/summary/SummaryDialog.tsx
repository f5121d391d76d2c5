import type { Summary } from '@tradewind/contract/crm/summary.contract'
import { useCurrentRecord } from '#kit/api/records'
import { useText } from '#kit/text'
import { Dialog } from '#ui/dialog/Dialog'
import { Read } from '#ui/page/Read'
import { SummaryForm } from './SummaryForm.tsx'
import { SummaryTasks } from './SummaryTasks.tsx'
import { TaskForm } from '#crm/nextSteps/task/TaskForm'

/** What can be done with a summary in a dialog of its own. */
export type Deed = 'update' | 'task' | 'tasks'

interface SummaryDialogProps {
  summary: Summary
  deed: Deed | null
  onClose: () => void
}

/** Changes a summary, gives a task that comes of it, or lists those that did. */
export const SummaryDialog = ({ summary, deed, onClose }: SummaryDialogProps) => {
  const t = useText()
  const { uniqueId, meetingReportUID } = summary
  return (
    <>
      <Dialog opened={deed === 'update'} onClose={onClose} size={752} title={t('Update Summary')}>
        <Changing uniqueId={uniqueId} meetingReportUID={meetingReportUID} onDone={onClose} />
      </Dialog>
      <Dialog opened={deed === 'task'} onClose={onClose} size={752} title={t('Add Task')}>
        <TaskForm summaryUID={uniqueId} onDone={onClose} />
      </Dialog>
      <Dialog opened={deed === 'tasks'} onClose={onClose} size={900} title={t('Tasks')}>
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
  <Read of={useCurrentRecord('summary', uniqueId)} height={420}>
    {(current) => <SummaryForm meetingReportUID={meetingReportUID} summary={current} onDone={onDone} />}
  </Read>
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
