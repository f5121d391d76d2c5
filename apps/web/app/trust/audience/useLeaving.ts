import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { useToast } from '#ui/toast/toast'

/** Takes a contact out of the audience, with the way back. The contact itself stays. */
export const useLeaving = (onGone: (uniqueId: string) => void) => {
  const toast = useToast()
  const remove = useSend('DELETE /api/review/deleteAudience/:uniqueId')
  const add = useSend('POST /api/review/setting')
  const comeBack = (uniqueId: string) =>
    add.mutateAsync({ audiences: [uniqueId] }).then(
      (reply) => toast.reply(reply),
      (error: unknown) => toast.failure(failureOf(error)),
    )
  const leave = async (uniqueId: string) => {
    try {
      const reply = await remove.mutateAsync({ uniqueId })
      onGone(uniqueId)
      toast.reply(reply, () => void comeBack(uniqueId))
    } catch (error) {
      toast.failure(failureOf(error))
    }
  }
  return { leave, isPending: remove.isPending }
}
