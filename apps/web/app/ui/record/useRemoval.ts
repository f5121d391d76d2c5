import type { Kind } from '#kit/api/calls'
import { failureOf } from '#kit/api/failure'
import { useRemove } from '#kit/api/records'
import { useLanguage, useText } from '#kit/text'
import { confirm } from '#ui/confirm/confirm'
import { dependentsIn, dependentsInWords, type Dependents } from '#ui/confirm/dependents'
import { useUndo } from '#ui/confirm/useUndo'
import { useToast } from '#ui/toast/toast'

interface Removal {
  /** Nothing brings it back: it does not go to the trash, and there is no Undo. */
  forGood?: boolean
}

/** Kinds that are deleted without a question: Undo is enough. */
const unasked: readonly Kind[] = ['event']

/**
 * Deletes a record after a confirmation, and offers Undo. Where others belong to it, a second confirmation says how many, and they go
 * and come back with it. Says whether it was deleted.
 */
export const useRemoval = (kind: Kind, { forGood = false }: Removal = {}) => {
  const toast = useToast()
  const remove = useRemove(kind)
  const undo = useUndo(kind)
  const questions = useQuestions()

  const send = async (uniqueId: string, cascade: boolean) => {
    const reply = await remove.mutateAsync({ uniqueId, ...(cascade && { cascade }) })
    toast.reply(reply, forGood ? undefined : () => void undo([uniqueId]))
    return true
  }
  return async (uniqueId: string, name: string) => {
    const sendAll = async (refusal: unknown) => {
      const dependents = dependentsIn(failureOf(refusal))
      if (!dependents) throw refusal
      return (await confirm(questions.withDependents(name, dependents))) && send(uniqueId, true)
    }
    if (!unasked.includes(kind) && !(await confirm(questions.alone(name)))) return false
    return send(uniqueId, false)
      .catch(sendAll)
      .catch((error: unknown) => {
        toast.failure(failureOf(error))
        return false
      })
  }
}

const useQuestions = () => {
  const t = useText()
  const language = useLanguage()
  const question = { title: t('Are you sure?'), no: t('Cancel') }
  return {
    alone: (about: string) => ({ ...question, about, text: t("You won't be able to revert this!"), yes: t('Yes, delete it!') }),
    withDependents: (about: string, dependents: Dependents) => {
      const records = dependentsInWords(t, language, dependents)
      const text = t('These belong to it and would be deleted, too: {records}.', { records })
      return { ...question, about, text, yes: t('Yes, Delete All!') }
    },
  }
}
