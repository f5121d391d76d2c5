import { phrase } from '@tradewind/contract/kit/phrase'
import { reviewQuestionPolicy } from '@tradewind/contract/trust/policies'
import { guard } from '#kit/guard'
import { QuestionPage } from '#ui/question/QuestionPage'
import { reviewQuestionConfig } from './reviewQuestion.config.ts'

export const handle = { name: phrase('Review question') }
export const clientLoader = guard({ rules: reviewQuestionPolicy.create })

export default function ReviewQuestionShow() {
  return <QuestionPage config={reviewQuestionConfig} />
}
