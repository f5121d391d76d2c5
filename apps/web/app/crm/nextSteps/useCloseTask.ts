import { nextStepsPolicy } from '@tradewind/contract/crm/policies'
import { can } from '@tradewind/contract/kit/policy'
import { failureOf } from '#kit/api/failure'
import { useOptimisticSave, useSend } from '#kit/api/query'
import { useActor } from '#kit/session'
import { useToast } from '#ui/page/toast'

/**
 * Marks a task as closed and offers Undo. Optimistic: shows it closed immediately, and open again if the server rejects it. Closing twice is no error.
 * Returns whether it was closed.
 */
export const useCloseTask = () => {
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
