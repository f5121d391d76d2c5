import { phrase } from '@tradewind/contract/kit/phrase'
import { reviewQuestionPolicy } from '@tradewind/contract/trust/policies'
import { guard } from '#kit/guard'
import { QuestionListPage } from '#ui/question/QuestionListPage'
import { reviewQuestionConfig } from './reviewQuestion.config.ts'

export const handle = { name: phrase('Review questions') }
export const clientLoader = guard({ rules: reviewQuestionPolicy.create })

export default function ReviewQuestionList() {
  return <QuestionListPage config={reviewQuestionConfig} />
}
