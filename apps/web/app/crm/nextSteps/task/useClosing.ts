import { failureOf } from '#kit/api/failure'
import { useOptimisticPatch, useSend } from '#kit/api/query'
import { useToast } from '#ui/toast/toast'

/**
 * Marks a task as closed, and offers Undo: it is shown so at once, and open again where the server refuses. Closing twice is no fault.
 */
export const useClosing = () => {
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
