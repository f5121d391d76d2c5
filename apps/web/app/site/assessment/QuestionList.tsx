import { phrase } from '@tradewind/contract/kit/phrase'
import { assessmentQuestionPolicy } from '@tradewind/contract/site/policies'
import { guard } from '#kit/guard'
import { QuestionListPage } from '#ui/question/QuestionListPage'
import { assessmentQuestionConfig } from './assessment.config.ts'

export const handle = { name: phrase('Assessment questions') }
export const clientLoader = guard({ rules: assessmentQuestionPolicy.create })

export default function QuestionList() {
  return <QuestionListPage config={assessmentQuestionConfig} />
}
