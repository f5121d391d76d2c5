import { IconMessageQuestion } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { reviewQuestionPolicy } from '@tradewind/contract/trust/policies'
import type { Feature } from '#kit/feature'

export const reviewQuestionFeature: Feature = {
  tenantSwitch: 'REVIEWS_ENABLED',
  menu: [
    {
      group: phrase('Admin Settings'),
      text: phrase('Review questions'),
      path: 'reviewQuestion/list',
      icon: IconMessageQuestion,
      rules: reviewQuestionPolicy.create,
    },
  ],
  kinds: [
    {
      kind: 'reviewQuestion',
      singular: phrase('Review question'),
      plural: phrase('Review questions'),
      icon: IconMessageQuestion,
      show: (uniqueId) => `reviewQuestion/show/${uniqueId}`,
    },
  ],
  screens: {
    staff: {
      'reviewQuestion/list': 'trust/ReviewQuestionList.tsx',
      'reviewQuestion/create': 'trust/ReviewQuestionForm.tsx',
      'reviewQuestion/edit/:uniqueId': 'trust/ReviewQuestionForm.tsx',
      'reviewQuestion/show/:uniqueId': 'trust/ReviewQuestionShow.tsx',
    },
  },
}
