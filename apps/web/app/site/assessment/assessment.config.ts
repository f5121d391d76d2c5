import { phrase } from '@tradewind/contract/kit/phrase'
import { assessmentCategoryList, assessmentCategoryNames } from '@tradewind/contract/site/assessment.constants'
import { assessmentQuestionPolicy } from '@tradewind/contract/site/policies'

/** The questions of the self-assessment, by category. */
export const assessmentQuestionConfig = {
  kind: 'auditQuestion/question',
  policy: assessmentQuestionPolicy,
  title: phrase('Assessment questions'),
  fields: ['question'],
  group: {
    field: 'category',
    word: 'category',
    label: phrase('Category'),
    choose: phrase('Choose a category'),
    values: assessmentCategoryList,
    names: { ...Object.fromEntries(assessmentCategoryList.map((name) => [name, name])), ...assessmentCategoryNames },
  },
  empty: phrase('The statements of the self-assessment in this category. Each is answered from 0 to 5.'),
  restoredMessage: phrase('The question is back, as the last of its category.'),
} as const
