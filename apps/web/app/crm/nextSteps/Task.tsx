import { ActionIcon } from '@mantine/core'
import { IconAlertTriangle, IconCircle, IconCircleCheck, IconEdit, IconEye } from '@tabler/icons-react'
import type { NextStep } from '@tradewind/contract/crm/nextSteps.contract'
import { taskStateNames } from '@tradewind/contract/crm/nextSteps.fields'
import { nextStepsPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { LEVELS } from '@tradewind/contract/roles'
import type { KeyboardEvent, MouseEvent } from 'react'
import { Link } from 'react-router'
import { failureOf } from '#kit/api/failure'
import { useOptimisticSave, useSend } from '#kit/api/query'
import { useArea } from '#kit/area'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useEditing } from '#ui/entity/useEditing'
import { Menu } from '#ui/page/floating'
import { useToast } from '#ui/page/toast'
import { RowMenu } from '#ui/record/RowMenu'
import { Badge } from '#ui/values/Badge'
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

/** Staff of levels 1 to 3 see open tasks only. */
export const useIsLevel = () => {
  const { roles } = useActor()
  return LEVELS.some((role) => roles.includes(role))
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

/**
 * Focuses the button that closes the next task, or else the previous one, since the button of a task goes with it. Returns whether there is one.
 */
const focusNextTask = (button: HTMLElement) => {
  const buttons = [...(button.closest('[role="dialog"], #main')?.querySelectorAll<HTMLElement>('[data-close-task]') ?? [])]
  const at = buttons.indexOf(button)
  const next = buttons[at + 1] ?? buttons[at - 1]
  next?.focus()
  return next !== undefined
}

/** The focus goes on to the next task: a key that is held down must not close that one, too. */
const preventKeyRepeat = (event: KeyboardEvent) => {
  if (event.repeat) event.preventDefault()
}

/**
 * Marks a task as closed and offers Undo. Optimistic: shows it closed immediately, and open again if the server rejects it. Closing twice is no error.
 * Returns whether it was closed.
 */
const useCloseTask = () => {
  const toast = useToast()
  const actor = useActor()
  const { uniqueId: me } = actor
  const seesClosed = can(actor, nextStepsPolicy.see, { nextStepsStatus: 'CLOSED', assignedUser: me, createdBy: me })
  const close = useSend('PATCH /api/nextSteps/markClosed/:uniqueId', { hidesRecord: !seesClosed })
  const reopen = useSend('PATCH /api/nextSteps/reopen/:uniqueId')
  const saveOptimistically = useOptimisticSave('nextSteps')
  const undo = (uniqueId: string) =>
    reopen.mutateAsync({ uniqueId }).then(
      (reply) => toast.reply(reply),
      (error: unknown) => toast.failure(failureOf(error)),
    )
  return async (uniqueId: string) => {
    try {
      const closed = { nextStepsStatus: 'CLOSED', isOverdue: false }
      toast.reply(await saveOptimistically(uniqueId, closed, () => close.mutateAsync({ uniqueId })), () => void undo(uniqueId))
      return true
    } catch (error) {
      toast.failure(failureOf(error))
      return false
    }
  }
}

interface CloseTaskButtonProps {
  task: { uniqueId: string; todo: string }
  className: string | undefined
  /** Takes the task out of what is shown, and reads it again if the server rejects that. */
  onClose: () => Promise<unknown>
  onRefused: () => Promise<unknown>
}

/** Marks one of the actor's open tasks as closed, where it is listed among what is to be done: it is gone immediately, and comes back by Undo. */
export const CloseTaskButton = ({ task: { uniqueId, todo }, className, onClose, onRefused }: CloseTaskButtonProps) => {
  const t = useText()
  const actor = useActor()
  const close = useCloseTask()
  if (!can(actor, nextStepsPolicy.markClosed, { assignedUser: actor.uniqueId })) return null
  const handleClick = async ({ currentTarget }: MouseEvent<HTMLElement>) => {
    if (!focusNextTask(currentTarget)) document.getElementById('main')?.focus()
    await onClose()
    if (!(await close(uniqueId))) await onRefused()
  }
  return (
    <ActionIcon
      variant="subtle"
      className={className}
      title={t('Mark Closed')}
      aria-label={`${t('Mark Closed')}: ${todo}`}
      data-close-task
      onKeyDown={preventKeyRepeat}
      onClick={(event) => void handleClick(event)}
    >
      <IconCircleCheck size={18} aria-hidden />
    </ActionIcon>
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
