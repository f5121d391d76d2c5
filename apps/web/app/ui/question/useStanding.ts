import { failureOf } from '#kit/api/failure'
import { useText } from '#kit/text'
import { useToast } from '#ui/page/toast'
import { type Question, type QuestionConfig, useUpdate } from '#ui/question/questionConfig'

/** Retires a question, or asks it again: where it stood, when that is taken back at once. */
export const useStanding = (asking: QuestionConfig) => {
  const t = useText()
  const toast = useToast()
  const update = useUpdate(asking)
  const told = (doing: Promise<unknown>) => doing.catch((error: unknown) => toast.failure(failureOf(error)))

  const retire = async ({ uniqueId, position }: Question) => {
    const reply = await update.mutateAsync({ uniqueId, retired: true })
    const back = () => void told(update.mutateAsync({ uniqueId, retired: false, position }))
    toast.reply({ ...reply, message: t('The question is no longer asked.') }, back)
  }
  const askAgain = async ({ uniqueId }: Question) => {
    const reply = await update.mutateAsync({ uniqueId, retired: false })
    const back = () => void told(update.mutateAsync({ uniqueId, retired: true }))
    toast.reply({ ...reply, message: t(asking.askedAgain) }, back)
  }
  return {
    retire: (question: Question) => told(retire(question)),
    askAgain: (question: Question) => told(askAgain(question)),
  }
}
