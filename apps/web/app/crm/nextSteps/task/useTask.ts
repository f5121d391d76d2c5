import { can } from '@tradewind/contract/kit/policy'
import type { NextStep } from '@tradewind/contract/crm/nextSteps.contract'
import { nextStepsPolicy } from '@tradewind/contract/crm/nextSteps.policy'
import { useActor } from '#kit/session'
import { useRemoval } from '#ui/record/useRemoval'
import { useClosing } from './useClosing.ts'

/** What whoever is signed in may do with a task, and does. A closed one stays closed, but for the Undo. */
export const useTask = (task: NextStep) => {
  const actor = useActor()
  const close = useClosing()
  const remove = useRemoval('nextSteps')
  // Policies know who is to do it by id.
  const record = { ...task, assignedUser: task.assignedUser.uniqueId }
  return {
    mayClose: task.nextStepsStatus === 'OPEN' && can(actor, nextStepsPolicy.markClosed, record),
    mayEdit: can(actor, nextStepsPolicy.update, record),
    mayRemove: can(actor, nextStepsPolicy.remove, record),
    close: () => close(task.uniqueId),
    remove: () => remove(task.uniqueId, task.todo),
  }
}
