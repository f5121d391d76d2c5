import { IconMessageQuestion } from '@tabler/icons-react'
import { questionPolicy } from '@tradewind/contract/site/policies'
import type { Feature } from '#kit/feature'
import { phrase } from '#kit/text'

export const questionFeature: Feature = {
  menu: [
    {
      group: phrase('Advice'),
      text: phrase('Questions'),
      about: phrase('Written questions of members, and what our consultants answer.'),
      path: 'question/list',
      list: { kind: 'question' },
      icon: IconMessageQuestion,
      count: 'GET /api/question/',
      // Members of smaller plans come by the notification of an answer that they were given before.
      rules: [...questionPolicy.create, ...questionPolicy.update],
    },
  ],
  kinds: [
    {
      kind: 'question',
      one: phrase('Question'),
      many: phrase('Questions'),
      icon: IconMessageQuestion,
      show: (uniqueId) => `question/show/${uniqueId}`,
    },
  ],
  screens: {
    work: {
      'question/list': 'site/member/QuestionList.tsx',
      'question/create': 'site/member/QuestionAsk.tsx',
      'question/edit/:uniqueId': 'site/member/QuestionEdit.tsx',
      'question/show/:uniqueId': 'site/member/QuestionShow.tsx',
    },
  },
}
