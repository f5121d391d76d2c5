import { Menu } from '@mantine/core'
import { IconAlertTriangle, IconCircle, IconCircleCheck, IconEdit, IconEye } from '@tabler/icons-react'
import type { NextStep } from '@tradewind/contract/crm/nextSteps.contract'
import { taskStateNames } from '@tradewind/contract/crm/nextSteps.fields'
import { Link } from 'react-router'
import { useArea } from '#kit/area'
import { phrase, useText } from '#kit/text'
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
