import type { NextStep } from '@tradewind/contract/crm/nextSteps.contract'
import { nextStepsPolicy } from '@tradewind/contract/crm/policies'
import { can } from '@tradewind/contract/kit/policy'
import { failureOf } from '#kit/api/failure'
import { useOptimisticPatch, useSend } from '#kit/api/query'
import { useActor } from '#kit/session'
import { useToast } from '#ui/page/toast'

/** A task as policies know it: who is to do it by id. */
export const asRuled = (task: NextStep) => ({ ...task, assignedUser: task.assignedUser.uniqueId })

/** What whoever is signed in may do with a task, and does. A closed one stays closed, but for the Undo. */
export const useTask = (task: NextStep) => {
  const actor = useActor()
  const close = useClosing()
  const record = asRuled(task)
  return {
    mayClose: task.nextStepsStatus === 'OPEN' && can(actor, nextStepsPolicy.markClosed, record),
    mayEdit: can(actor, nextStepsPolicy.update, record),
    mayRemove: can(actor, nextStepsPolicy.remove, record),
    close: () => close(task.uniqueId),
  }
}

/**
 * Marks a task as closed, and offers Undo: it is shown so at once, and open again where the server refuses. Closing twice is no fault.
 */
const useClosing = () => {
  const toast = useToast()
  const [close, reopen] = [useSend('PATCH /api/nextSteps/markClosed/:uniqueId'), useSend('PATCH /api/nextSteps/reopen/:uniqueId')]
  const foresee = useOptimisticPatch('nextSteps')
  const undo = (uniqueId: string) =>
    reopen.mutateAsync({ uniqueId }).then(
      (reply) => toast.reply(reply),
      (error: unknown) => toast.failure(failureOf(error)),
    )
  return async (uniqueId: string) => {
    const takeBack = await foresee(uniqueId, { nextStepsStatus: 'CLOSED', isOverdue: false })
    try {
      toast.reply(await close.mutateAsync({ uniqueId }), () => void undo(uniqueId))
    } catch (error) {
      takeBack()
      toast.failure(failureOf(error))
    }
  }
}
