import { IconArticle } from '@tabler/icons-react'
import { topicPolicy } from '@tradewind/contract/site/policies'
import type { Feature } from '#kit/feature'
import { phrase } from '#kit/text'

export const topicFeature: Feature = {
  menu: [
    {
      group: phrase('Advice'),
      text: phrase('Topics'),
      about: phrase(
        'What members want to read in the knowledge centre: they propose and vote, administrators decide and publish.',
      ),
      path: 'topic/list',
      list: { kind: 'topic', sort: '-votes' },
      icon: IconArticle,
      rules: topicPolicy.see,
    },
  ],
  kinds: [
    {
      kind: 'topic',
      one: phrase('Topic'),
      many: phrase('Topics'),
      icon: IconArticle,
      show: (uniqueId) => `topic/show/${uniqueId}`,
    },
  ],
  screens: {
    work: {
      'topic/list': 'site/member/TopicList.tsx',
      'topic/create': 'site/member/TopicCreate.tsx',
      'topic/edit/:uniqueId': 'site/member/TopicEdit.tsx',
      'topic/show/:uniqueId': 'site/member/TopicShow.tsx',
    },
  },
}
