import { reviewQuestionPolicy } from '@tradewind/contract/reviewQuestion/reviewQuestion.policy'
import { phrase } from '#kit/text'
import type { Asking } from '#ui/question/asking'
import { typeNames } from '#ui/review/types'

/** What surveys ask, by survey type. */
export const reviewAsking: Asking = {
  kind: 'reviewQuestion',
  policy: reviewQuestionPolicy,
  many: phrase('Review questions'),
  fields: ['headline', 'question'],
  group: {
    field: 'reviewType',
    word: 'type',
    label: phrase('Survey Type'),
    choose: phrase('Choose a survey type'),
    names: typeNames,
  },
  empty: phrase('What surveys of this type ask stands here. Each question is answered with stars.'),
  askedAgain: phrase('The question is asked again, as the last of its survey type.'),
}
