import { AssessmentQuestionInput } from '@tradewind/contract/site/assessment.contract'
import { assessmentCategories } from '@tradewind/contract/site/assessment.words'
import { sheet } from '@tradewind/workbook/sheet'
import { z } from 'zod'
import { placeInCell, questionSheet } from '#kit/question/sheet'
import { selfAssessmentQuestions, assessmentQuestionEntity } from '#site/schema/assessment.table'

const { category, question, position } = AssessmentQuestionInput.shape

/** The sheet by which a tenant gets questions of its own for the self-assessment, beside those that it began with. */
export const assessmentQuestionSheet = questionSheet({
  of: selfAssessmentQuestions,
  kind: assessmentQuestionEntity,
  sheet: sheet('AuditQuestions', [
    { header: 'Category', field: 'category', required: true, values: assessmentCategories, width: 32 },
    { header: 'Question', field: 'question', required: true, width: 96 },
    { header: 'Position', field: 'position', width: 12 },
  ]),
  input: z.object({ category, question, position: placeInCell(position) }),
})
