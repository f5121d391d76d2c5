import { AuditQuestionInput } from '@tradewind/contract/site/assessment.contract'
import { auditCategories } from '@tradewind/contract/site/assessment.words'
import { z } from 'zod'
import { placeInCell, questionSheet } from '#kit/question/sheet'
import { sheet } from '@tradewind/workbook/sheet'
import { assessmentQuestions, assessmentQuestionEntity } from '#site/schema/assessment.table'

const { category, question, position } = AuditQuestionInput.shape

/** The sheet by which a tenant gets questions of its own for the self-assessment, beside those that it began with. */
export const auditQuestionSheet = questionSheet({
  of: assessmentQuestions,
  kind: assessmentQuestionEntity,
  sheet: sheet('AuditQuestions', [
    { header: 'Category', field: 'category', required: true, values: auditCategories, width: 32 },
    { header: 'Question', field: 'question', required: true, width: 96 },
    { header: 'Position', field: 'position', width: 12 },
  ]),
  input: z.object({ category, question, position: placeInCell(position) }),
})
