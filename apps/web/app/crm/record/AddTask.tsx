import { TaskOf } from '#crm/nextSteps/TaskOf'
import type { Subject } from '#crm/subject'
import { useText } from '#kit/text'
import { Dialog } from '#ui/dialog/Dialog'

export interface RecordDialogProps {
  subject: Subject
  opened: boolean
  onClose: () => void
}

/** Adds a task for a company or a contact. It belongs to a summary: the newest one, unless another is chosen. */
export const AddTask = ({ subject, opened, onClose }: RecordDialogProps) => {
  const t = useText()
  return (
    <Dialog opened={opened} onClose={onClose} title={t('Add Task')} size="lg">
      <TaskOf subject={subject} onDone={onClose} />
    </Dialog>
  )
}
