import { IconArticle, IconChecklist, IconPencilPlus } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { contentPolicy } from '@tradewind/contract/site/policies'
import type { Feature } from '#kit/feature'

const group = phrase('Content')

export const contentFeature: Feature = {
  tenantSwitch: 'CONTENT_ENABLED',
  menu: [
    {
      group,
      text: phrase('Content list'),
      path: 'content/list',
      list: { kind: 'content', sort: '-shownFrom', fixedInput: { status: 'ALL', bodies: 'false' }, viewed: true },
      icon: IconArticle,
      rules: contentPolicy.see,
    },
    // Admins open it from the list; the menu entry is for those who publish.
    { group, text: phrase('Create content'), path: 'content/create', icon: IconPencilPlus, rules: contentPolicy.approve },
    { group, text: phrase('Approve content'), path: 'content/approve', icon: IconChecklist, rules: contentPolicy.approve },
  ],
  kinds: [
    {
      kind: 'content',
      singular: phrase('Content'),
      plural: phrase('Content'),
      icon: IconArticle,
      show: (uniqueId) => `content/show/${uniqueId}`,
    },
  ],
  screens: {
    staff: {
      'content/list': 'site/content/staff/ContentList.tsx',
      'content/create': 'site/content/staff/ContentForm.tsx',
      'content/edit/:uniqueId': 'site/content/staff/ContentForm.tsx',
      'content/show/:uniqueId': 'site/content/staff/ContentShow.tsx',
      'content/approve': 'site/content/staff/ContentApprove.tsx',
    },
    public: {
      knowledgeCentre: 'site/content/open/KnowledgeCentre.tsx',
      'blog/:slug': 'site/content/open/Article.tsx',
    },
  },
}
