import { phrase } from '@tradewind/contract/kit/phrase'
import { assessmentQuestionPolicy } from '@tradewind/contract/site/policies'
import { guard } from '#kit/guard'
import { QuestionFormPage } from '#ui/question/QuestionFormPage'
import { assessmentQuestionConfig } from './assessment.config.ts'

export const handle = { name: phrase('New question'), editName: phrase('Edit question') }
export const clientLoader = guard({ rules: assessmentQuestionPolicy.create, editRules: assessmentQuestionPolicy.update })

export default function QuestionForm() {
  return <QuestionFormPage config={assessmentQuestionConfig} />
}
