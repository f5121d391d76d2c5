import { IconArticle, IconMessageQuestion, IconVideo } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { questionPolicy, topicPolicy, webCallPolicy } from '@tradewind/contract/site/policies'
import type { Feature } from '#kit/feature'

const group = phrase('Advice')

/** What members do with consultants: ask questions, propose topics, book web calls. */
export const memberFeature: Feature = {
  menu: [
    {
      group,
      text: phrase('Questions'),
      path: 'question/list',
      list: { kind: 'question', viewed: true },
      icon: IconMessageQuestion,
      rules: questionPolicy.see,
    },
    {
      group,
      text: phrase('Topics'),
      path: 'topic/list',
      list: { kind: 'topic', sort: '-votes', viewed: true },
      icon: IconArticle,
      tenantSwitch: 'CONTENT_ENABLED',
      rules: topicPolicy.see,
    },
    {
      group,
      text: phrase('Web calls'),
      path: 'webCall/list',
      list: { kind: 'webCall', sort: '-startsAt', viewed: true },
      icon: IconVideo,
      rules: webCallPolicy.see,
    },
  ],
  kinds: [
    {
      kind: 'question',
      singular: phrase('Question'),
      plural: phrase('Questions'),
      icon: IconMessageQuestion,
      show: (uniqueId) => `question/show/${uniqueId}`,
    },
    {
      kind: 'topic',
      singular: phrase('Topic'),
      plural: phrase('Topics'),
      icon: IconArticle,
      show: (uniqueId) => `topic/show/${uniqueId}`,
    },
    {
      kind: 'webCall',
      singular: phrase('Web call'),
      plural: phrase('Web calls'),
      icon: IconVideo,
      show: (uniqueId) => `webCall/show/${uniqueId}`,
    },
  ],
  screens: {
    work: {
      'question/list': 'site/member/QuestionList.tsx',
      'question/create': 'site/member/QuestionAsk.tsx',
      'question/edit/:uniqueId': 'site/member/QuestionEdit.tsx',
      'question/show/:uniqueId': 'site/member/QuestionShow.tsx',
      'topic/list': 'site/member/TopicList.tsx',
      'topic/create': 'site/member/TopicCreate.tsx',
      'topic/edit/:uniqueId': 'site/member/TopicEdit.tsx',
      'topic/show/:uniqueId': 'site/member/TopicShow.tsx',
      'webCall/list': 'site/member/WebCallList.tsx',
      'webCall/create': 'site/member/WebCallForm.tsx',
      'webCall/edit/:uniqueId': 'site/member/WebCallForm.tsx',
      'webCall/show/:uniqueId': 'site/member/WebCallShow.tsx',
      'webCall/hours': 'site/member/WebCallHours.tsx',
    },
  },
}
