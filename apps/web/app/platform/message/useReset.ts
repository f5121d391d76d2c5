import { useQueryClient } from '@tanstack/react-query'
import type { Message } from '@tradewind/contract/platform/message.contract'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { reloadTexts } from '#kit/text'
import { useToast } from '#ui/page/toast'

/** Goes back to a text as it is shipped, on the open page too, and offers Undo. */
export const useReset = () => {
  const toast = useToast()
  const client = useQueryClient()
  const remove = useSend('DELETE /api/message/:uniqueId')
  const update = useSend('PATCH /api/message/')
  const told = (doing: Promise<unknown>) => doing.then(reloadTexts).catch((error: unknown) => toast.failure(failureOf(error)))
  const reset = async ({ uniqueId, text }: Message) => {
    const reply = await remove.mutateAsync({ uniqueId })
    // Unlike what else is deleted, the text is still there.
    void client.invalidateQueries({ queryKey: ['message'] })
    toast.reply(reply, () => void told(update.mutateAsync({ uniqueId, text })))
  }
  return (message: Message) => told(reset(message))
}
