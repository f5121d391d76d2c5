import { IconArticle, IconChecklist, IconPencilPlus } from '@tabler/icons-react'
import { contentPolicy } from '@tradewind/contract/site/content.policy'
import type { FeatureMenu } from '#kit/entries'
import { screen } from '#kit/screen'
import { phrase } from '#kit/text'

const group = phrase('Content')

export const contentMenu: FeatureMenu = {
  menu: [
    {
      group,
      text: phrase('Content list'),
      about: phrase('Articles, audio and video of the knowledge centre: drafts, in review and published.'),
      path: 'content/list',
      icon: IconArticle,
      rules: contentPolicy.see,
    },
    // Admins come there from the list: the entry is for those who publish.
    { group, text: phrase('Create content'), path: 'content/create', icon: IconPencilPlus, rules: contentPolicy.approve },
    { group, text: phrase('Approve content'), path: 'content/approve', icon: IconChecklist, rules: contentPolicy.approve },
  ],
  kinds: [
    {
      kind: 'content',
      one: phrase('Content'),
      many: phrase('Content'),
      icon: IconArticle,
      show: (uniqueId) => `content/show/${uniqueId}`,
    },
  ],
}

/** Where content is written and reviewed. */
export const contentScreens = [
  screen('content/list', 'site/content/staff/ContentList.tsx'),
  screen('content/create', 'site/content/staff/ContentCreate.tsx'),
  screen('content/edit/:uniqueId', 'site/content/staff/ContentEdit.tsx'),
  screen('content/show/:uniqueId', 'site/content/staff/ContentShow.tsx'),
  screen('content/approve', 'site/content/staff/ContentApprove.tsx'),
]

/** Open pages. */
export const openContentScreens = [
  screen('knowledgeCentre', 'site/content/open/KnowledgeCentre.tsx'),
  screen('blog/:slug', 'site/content/open/Article.tsx'),
]
