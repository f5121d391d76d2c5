import { IconAlertTriangle, IconCircle, IconCircleCheck, IconEdit, IconEye } from '@tabler/icons-react'
import type { NextStep } from '@tradewind/contract/crm/nextSteps.contract'
import { taskStateNames } from '@tradewind/contract/crm/nextSteps.fields'
import { nextStepsPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { Link } from 'react-router'
import { useArea } from '#kit/area'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useEditing } from '#ui/entity/useEditing'
import { Menu } from '#ui/page/floating'
import { RowMenu } from '#ui/record/RowMenu'
import { Badge } from '#ui/values/Badge'
import { focusNextTask, preventKeyRepeat } from './CloseTaskButton.tsx'
import { useCloseTask } from './useCloseTask.ts'
import styles from './task.module.css'

const signs = {
  OPEN: { icon: IconCircle, color: 'ink', text: taskStateNames.OPEN },
  CLOSED: { icon: IconCircleCheck, color: 'green', text: taskStateNames.CLOSED },
  OVERDUE: { icon: IconAlertTriangle, color: 'red', text: phrase('Overdue') },
} as const

type State = Pick<NextStep, 'nextStepsStatus' | 'isOverdue'>

const signOf = ({ nextStepsStatus, isOverdue }: State) => signs[isOverdue ? 'OVERDUE' : nextStepsStatus]

/** Open, closed or overdue: a label, an icon and a colour. */
export const StatusBadge = (task: State) => {
  const t = useText()
  const { icon: Sign, color, text } = signOf(task)
  return (
    <Badge color={color} icon={<Sign size={14} aria-hidden />}>
      {t(text)}
    </Badge>
  )
}

/** The actions for one task of a list. */
export const TaskMenu = ({ task }: { task: NextStep }) => {
  const t = useText()
  const at = useArea()
  const { mayClose, mayEdit, mayRemove, close } = useTask(task)
  return (
    <RowMenu name={task.todo} recordToDelete={mayRemove && { kind: 'nextSteps', uniqueId: task.uniqueId }}>
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
    </RowMenu>
  )
}

/** The status of a task. Where the actor may close it, it is the button that does: the circle is a box to tick. */
export const StatusCell = ({ task }: { task: NextStep }) => {
  const t = useText()
  const { mayClose, close } = useTask(task)
  if (!mayClose) return <StatusBadge {...task} />
  const { color, text } = signOf(task)
  return (
    <button
      type="button"
      className={styles.close}
      title={t('Mark Closed')}
      aria-label={`${t('Mark Closed')}: ${task.todo}, ${t(text)}`}
      data-close-task
      data-row-focus
      onKeyDown={preventKeyRepeat}
      onClick={({ currentTarget }) => {
        focusNextTask(currentTarget)
        void close()
      }}
    >
      <Badge color={color} icon={tickIcons}>
        {t(text)}
      </Badge>
    </button>
  )
}

/** The second replaces the first while the pointer hovers over them. */
const tickIcons = (
  <>
    <IconCircle size={14} aria-hidden />
    <IconCircleCheck size={14} aria-hidden />
  </>
)

/** A task in the shape that policies expect: the assignee as an id. */
const toPolicyRecord = (task: NextStep) => ({ ...task, assignedUser: task.assignedUser.uniqueId })

/** What the actor may do with a task, and the functions to do it. A closed task stays closed, except by Undo. */
export const useTask = (task: NextStep) => {
  const actor = useActor()
  const close = useCloseTask()
  const record = toPolicyRecord(task)
  // Levels see no closed tasks: the page of one that they have just closed is only still open.
  const maySee = can(actor, nextStepsPolicy.see, record)
  return {
    mayClose: task.nextStepsStatus === 'OPEN' && can(actor, nextStepsPolicy.markClosed, record),
    maySee,
    mayEdit: maySee && can(actor, nextStepsPolicy.update, record),
    mayRemove: can(actor, nextStepsPolicy.remove, record),
    close: () => close(task.uniqueId),
  }
}

const inputs = { assignedUser: async () => (await import('./TaskForm.tsx')).AssigneeSelect }

/** Inline editing of tasks. */
export const useTaskEditing = () =>
  useEditing({ kind: 'nextSteps', policy: nextStepsPolicy, nameOf: ({ todo }) => todo, toPolicyRecord, inputs })
