import { reviewQuestionPolicy } from '@tradewind/contract/trust/reviewQuestion.policy'
import { guard } from '#kit/guard'
import { phrase } from '#kit/text'
import { QuestionFormPage } from '#ui/question/QuestionFormPage'
import { reviewAsking } from './reviewQuestion.asking.ts'

export const handle = { name: phrase('New question') }
export const clientLoader = guard({ rules: reviewQuestionPolicy.create })

export default function QuestionCreate() {
  return <QuestionFormPage asking={reviewAsking} />
}
