import { IconMessageQuestion } from '@tabler/icons-react'
import { reviewQuestionPolicy } from '@tradewind/contract/trust/reviewQuestion.policy'
import type { FeatureMenu } from '#kit/entries'
import { screen } from '#kit/screen'
import { phrase } from '#kit/text'

export const reviewQuestionMenu: FeatureMenu = {
  needs: 'REVIEWS_ENABLED',
  menu: [
    {
      group: phrase('Admin Settings'),
      text: phrase('Review questions'),
      about: phrase('What surveys ask of customers, by survey type and in five languages.'),
      path: 'reviewQuestion/list',
      icon: IconMessageQuestion,
      rules: reviewQuestionPolicy.create,
    },
  ],
  kinds: [
    {
      kind: 'reviewQuestion',
      one: phrase('Review question'),
      many: phrase('Review questions'),
      icon: IconMessageQuestion,
      show: (uniqueId) => `reviewQuestion/show/${uniqueId}`,
    },
  ],
}

export const reviewQuestionScreens = [
  screen('reviewQuestion/list', 'trust/reviewQuestion/QuestionList.tsx'),
  screen('reviewQuestion/create', 'trust/reviewQuestion/QuestionCreate.tsx'),
  screen('reviewQuestion/edit/:uniqueId', 'trust/reviewQuestion/QuestionEdit.tsx'),
  screen('reviewQuestion/show/:uniqueId', 'trust/reviewQuestion/QuestionShow.tsx'),
]
