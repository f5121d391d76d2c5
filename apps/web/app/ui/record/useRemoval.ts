import type { Kind } from '#kit/api/calls'
import { failureOf } from '#kit/api/failure'
import { useRemove } from '#kit/api/records'
import { confirm } from '#ui/dialog/confirm'
import { dependentsIn, useBelonging, useQuestions, useUndo } from '#ui/dialog/deleting'
import { useToast } from '#ui/page/toast'

interface Removal {
  /** Nothing brings it back: it does not go to the trash, and there is no Undo. */
  forGood?: boolean
  /** It is taken out of something, and stays itself: what that means, in a sentence. */
  removing?: string
}

/** Kinds that are deleted without a question: Undo is enough. */
const unasked: readonly Kind[] = ['event']
/** Kinds of which the server refuses to delete a record that others belong to, until it is asked to delete them, too. */
const asksTwice: readonly Kind[] = ['company']

/**
 * Deletes a record after a confirmation, and offers Undo. What belongs to it goes and comes back with it: the confirmation says how
 * many records and whose, a second one where the server asks for it. Says whether it was deleted.
 */
export const useRemoval = (kind: Kind, { forGood = false, removing }: Removal = {}) => {
  const toast = useToast()
  const remove = useRemove(kind)
  const undo = useUndo(kind)
  const questions = useQuestions()
  const belonging = useBelonging(kind)

  const send = async (uniqueId: string, cascade: boolean) => {
    const reply = await remove.mutateAsync({ uniqueId, ...(cascade && { cascade }) })
    toast.reply(reply, forGood ? undefined : () => void undo([uniqueId]))
    return true
  }
  return async (uniqueId: string, name: string) => {
    const isSure = async () => {
      if (unasked.includes(kind)) return true
      const also = asksTwice.includes(kind) ? null : await belonging([uniqueId])
      return confirm(removing ? questions.remove(name, removing) : questions.alone(name, { also, forGood }))
    }
    const sendAll = async (refusal: unknown) => {
      if (!dependentsIn(failureOf(refusal))) throw refusal
      return (await confirm(questions.withOthers([name], await belonging([uniqueId])))) && send(uniqueId, true)
    }
    const removed = async () => (await isSure()) && send(uniqueId, false).catch(sendAll)
    return removed().catch((error: unknown) => {
      toast.failure(failureOf(error))
      return false
    })
  }
}
