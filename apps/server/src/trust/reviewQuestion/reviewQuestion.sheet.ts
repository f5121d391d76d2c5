import { reviewTypes } from '@tradewind/contract/trust/review.words'
import { ReviewQuestionInput } from '@tradewind/contract/trust/reviewQuestion.contract'
import { sheet } from '@tradewind/workbook/sheet'
import { questionSheet } from '#kit/question/sheet'
import { reviewQuestionEntity, surveyQuestions } from '#trust/schema/reviewQuestion.table'

const { reviewType, headline, question, position } = ReviewQuestionInput.shape

/** The sheet by which a tenant gets questions of its own, beside those that it began with. */
export const reviewQuestionSheet = questionSheet({
  of: surveyQuestions,
  kind: reviewQuestionEntity,
  sheet: sheet('ReviewQuestions', [
    { header: 'Survey Type', field: 'reviewType', required: true, values: reviewTypes, width: 32 },
    { header: 'Headline', field: 'headline', required: true, width: 32 },
    { header: 'Question', field: 'question', required: true, width: 72 },
    { header: 'Position', field: 'position', width: 12 },
  ]),
  fields: { reviewType, headline, question, position },
})
