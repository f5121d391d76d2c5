import { failureOf } from '#kit/api/failure'
import { useForeseen, useSend } from '#kit/api/query'
import { useToast } from '#ui/toast/toast'

/** Marks a task as closed: it is shown so at once, and open again where the server refuses. Closing twice is no fault. */
export const useClosing = () => {
  const toast = useToast()
  const close = useSend('PATCH /api/nextSteps/markClosed/:uniqueId')
  const foresee = useForeseen('nextSteps')
  return async (uniqueId: string) => {
    const takeBack = await foresee(uniqueId, { nextStepsStatus: 'CLOSED', isOverdue: false })
    try {
      toast.reply(await close.mutateAsync({ uniqueId }))
    } catch (error) {
      takeBack()
      toast.failure(failureOf(error))
    }
  }
}
