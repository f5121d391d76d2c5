import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import type { NextStep } from '@tradewind/contract/crm/nextSteps.contract'
import { nextStepsFields } from '@tradewind/contract/crm/nextSteps.fields'
import { useText } from '#kit/text'
import { EditableCell } from '#ui/list/EditableCell'
import { StatusBadge, stateText } from './StatusBadge.tsx'
import { useTask } from './useTask.ts'

/** The state of a task, and where it may be closed the way to do so. */
export const StatusCell = ({ task }: { task: NextStep }) => {
  const t = useText()
  const { mayClose, close } = useTask(task)
  const badge = <StatusBadge {...task} />
  if (!mayClose) return badge
  const label = t('{field} of {name}', { field: t(nextStepsFields.nextStepsStatus.label), name: task.todo })
  return (
    <EditableCell label={label} text={t(stateText(task))} shown={badge}>
      {(done) => (
        <Button
          variant="subtle"
          leftSection={<IconCircleCheck size={16} aria-hidden />}
          onClick={() => {
            done()
            void close()
          }}
        >
          {t('Mark Closed')}
        </Button>
      )}
    </EditableCell>
  )
}
