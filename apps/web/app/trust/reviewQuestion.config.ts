import { phrase } from '@tradewind/contract/kit/phrase'
import { reviewQuestionPolicy } from '@tradewind/contract/trust/policies'
import { typeNames } from './reviewTypes.ts'

/** The questions of surveys, by survey type. */
export const reviewQuestionConfig = {
  kind: 'reviewQuestion',
  policy: reviewQuestionPolicy,
  title: phrase('Review questions'),
  fields: ['headline', 'question'],
  group: {
    field: 'reviewType',
    word: 'type',
    label: phrase('Survey Type'),
    choose: phrase('Choose a survey type'),
    values: Object.keys(typeNames),
    names: typeNames,
  },
  empty: phrase('The questions of surveys of this type. Each is answered with stars.'),
  restoredMessage: phrase('The question is back, as the last of its survey type.'),
} as const
