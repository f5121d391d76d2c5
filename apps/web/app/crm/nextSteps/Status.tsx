import { Button, Menu } from '@mantine/core'
import { IconAlertTriangle, IconCircle, IconCircleCheck, IconEdit, IconEye } from '@tabler/icons-react'
import type { NextStep } from '@tradewind/contract/crm/nextSteps.contract'
import { nextStepsFields, taskStateNames } from '@tradewind/contract/crm/nextSteps.fields'
import { Link } from 'react-router'
import { useArea } from '#kit/area'
import { phrase, useText } from '#kit/text'
import { EditableCell } from '#ui/list/EditableCell'
import { DeleteEntry, RowMenu } from '#ui/record/RowMenu'
import { Badge } from '#ui/values/Badge'
import { useTask } from './useTask.ts'

const signs = {
  OPEN: { icon: IconCircle, color: 'ink', text: taskStateNames.OPEN },
  CLOSED: { icon: IconCircleCheck, color: 'green', text: taskStateNames.CLOSED },
  OVERDUE: { icon: IconAlertTriangle, color: 'red', text: phrase('Overdue') },
} as const

type State = Pick<NextStep, 'nextStepsStatus' | 'isOverdue'>

const signOf = ({ nextStepsStatus, isOverdue }: State) => signs[isOverdue ? 'OVERDUE' : nextStepsStatus]

/** The word for the state of a task. */
export const stateText = (task: State) => signOf(task).text

/** Open, closed or overdue, as a word, a sign and a colour. */
export const StatusBadge = (task: State) => {
  const t = useText()
  const { icon: Sign, color, text } = signOf(task)
  return (
    <Badge color={color} icon={<Sign size={14} aria-hidden />}>
      {t(text)}
    </Badge>
  )
}

/** What can be done with one task of a list. */
export const TaskMenu = ({ task }: { task: NextStep }) => {
  const t = useText()
  const at = useArea()
  const { mayClose, mayEdit, mayRemove, close } = useTask(task)
  return (
    <RowMenu name={task.todo}>
      {mayClose && (
        <Menu.Item onClick={() => void close()} leftSection={<IconCircleCheck size={16} aria-hidden />}>
          {t('Mark Closed')}
        </Menu.Item>
      )}
      <Menu.Item component={Link} to={at(`nextSteps/show/${task.uniqueId}`)} leftSection={<IconEye size={16} aria-hidden />}>
        {t('Details')}
      </Menu.Item>
      {mayEdit && (
        <Menu.Item component={Link} to={at(`nextSteps/edit/${task.uniqueId}`)} leftSection={<IconEdit size={16} aria-hidden />}>
          {t('Edit')}
        </Menu.Item>
      )}
      {mayRemove && <DeleteEntry kind="nextSteps" uniqueId={task.uniqueId} name={task.todo} />}
    </RowMenu>
  )
}

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
