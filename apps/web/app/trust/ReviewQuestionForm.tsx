import { phrase } from '@tradewind/contract/kit/phrase'
import { reviewQuestionPolicy } from '@tradewind/contract/trust/policies'
import { guard } from '#kit/guard'
import { QuestionFormPage } from '#ui/question/QuestionFormPage'
import { reviewQuestionConfig } from './reviewQuestion.config.ts'

export const handle = { name: phrase('New question'), editName: phrase('Edit question') }
export const clientLoader = guard({ rules: reviewQuestionPolicy.create, editRules: reviewQuestionPolicy.update })

export default function ReviewQuestionForm() {
  return <QuestionFormPage config={reviewQuestionConfig} />
}
