import {
  IconBellRinging,
  IconChartLine,
  IconFlag,
  IconMailQuestion,
  IconQrcode,
  IconUserQuestion,
  IconUsersGroup,
} from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { all } from '@tradewind/contract/kit/policy'
import { BASIC_UP } from '@tradewind/contract/roles'
import { reviewPolicy } from '@tradewind/contract/trust/policies'
import type { Feature } from '#kit/feature'

const group = phrase('Trust Score')
/** Staff open their results and audience from their settings page. */
const members = [[BASIC_UP, all]] as const

export const reviewFeature: Feature = {
  tenantSwitch: 'REVIEWS_ENABLED',
  menu: [
    {
      group,
      text: phrase('Results'),
      path: 'trends',
      members: 'first',
      icon: IconChartLine,
      rules: members,
    },
    {
      group,
      text: phrase('Audience List'),
      path: 'audience/list',
      members: 'first',
      icon: IconUsersGroup,
      rules: members,
    },
    {
      group,
      text: phrase('UnAnswered'),
      path: 'unanswered',
      members: 'first',
      icon: IconUserQuestion,
      rules: members,
    },
    {
      group,
      text: phrase('Invitations'),
      path: 'invitations',
      members: 'rare',
      icon: IconMailQuestion,
      rules: members,
    },
    {
      group,
      text: phrase('Campaigns'),
      path: 'campaigns',
      members: 'first',
      icon: IconBellRinging,
      rules: members,
    },
    {
      group,
      text: phrase('Short links'),
      path: 'reviewLinks',
      members: 'rare',
      icon: IconQrcode,
      rules: members,
    },
    {
      text: phrase('Reported reviews'),
      path: 'reviewCases',
      icon: IconFlag,
      rules: reviewPolicy.decide,
    },
  ],
  settings: [
    {
      name: 'review',
      rules: reviewPolicy.keep,
      load: async () => (await import('./ReviewParts.tsx')).ReviewParts,
      sections: [
        { anchor: 'reviews', text: phrase('Review Settings') },
        { anchor: 'own-questions', text: phrase('Your own questions') },
        { anchor: 'badge', text: phrase('Badge') },
        { anchor: 'description', text: phrase('Company Description') },
      ],
    },
  ],
  home: [{ name: 'score', rules: members, load: async () => (await import('./HomeScore.tsx')).HomeScore }],
  screens: {
    public: {
      'review/:token': 'trust/survey/Survey.tsx',
      'unsubscribe/:token': 'trust/survey/Unsubscribe.tsx',
      'r/:code': 'trust/link/LinkPage.tsx',
    },
    work: {
      trends: 'trust/results/Results.tsx',
      'audience/list': 'trust/audience/AudienceList.tsx',
      unanswered: 'trust/audience/Unanswered.tsx',
      invitations: 'trust/audience/InvitationList.tsx',
      campaigns: 'trust/audience/CampaignList.tsx',
      reviewLinks: 'trust/link/LinkList.tsx',
      'reviewLink/show/:uniqueId': 'trust/link/LinkShow.tsx',
      reviewCases: 'trust/CaseList.tsx',
      'reviewCase/show/:uniqueId': 'trust/CaseShow.tsx',
      'campaign/show/:uniqueId': 'trust/audience/CampaignShow.tsx',
    },
  },
}
