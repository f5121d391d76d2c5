import { phrase } from '@tradewind/contract/kit/phrase'
import { assessmentQuestionPolicy } from '@tradewind/contract/site/policies'
import { guard } from '#kit/guard'
import { QuestionPage } from '#ui/question/QuestionPage'
import { assessmentQuestionConfig } from './assessment.config.ts'

export const handle = { name: phrase('Assessment question') }
export const clientLoader = guard({ rules: assessmentQuestionPolicy.create })

export default function QuestionShow() {
  return <QuestionPage config={assessmentQuestionConfig} />
}
