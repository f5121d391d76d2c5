import { ActionIcon } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { nextStepsPolicy } from '@tradewind/contract/crm/policies'
import { can } from '@tradewind/contract/kit/policy'
import type { KeyboardEvent, MouseEvent } from 'react'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useCloseTask } from './useCloseTask.ts'

/**
 * Focuses the button that closes the next task, or else the previous one, since the button of a task goes with it. Returns whether there is one.
 */
export const focusNextTask = (button: HTMLElement) => {
  const buttons = [...(button.closest('[role="dialog"], #main')?.querySelectorAll<HTMLElement>('[data-close-task]') ?? [])]
  const at = buttons.indexOf(button)
  const next = buttons[at + 1] ?? buttons[at - 1]
  next?.focus()
  return next !== undefined
}

/** The focus goes on to the next task: a key that is held down must not close that one, too. */
export const preventKeyRepeat = (event: KeyboardEvent) => {
  if (event.repeat) event.preventDefault()
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
