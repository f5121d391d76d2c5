import { IconUserStar } from '@tabler/icons-react'
import { leadPolicy } from '@tradewind/contract/site/lead.policy'
import type { FeatureMenu } from '#kit/entries'
import { screen } from '#kit/screen'
import { phrase } from '#kit/text'

export const leadMenu: FeatureMenu = {
  menu: [
    {
      text: phrase('Leads'),
      about: phrase('Who took the self-assessment or asked for something.'),
      path: 'leads',
      icon: IconUserStar,
      count: 'GET /api/lead/',
      rules: leadPolicy.see,
    },
  ],
  kinds: [
    {
      kind: 'lead',
      one: phrase('Lead'),
      many: phrase('Leads'),
      icon: IconUserStar,
      show: (uniqueId) => `lead/show/${uniqueId}`,
    },
  ],
}

export const leadScreens = [
  screen('leads', 'site/lead/LeadList.tsx'),
  screen('lead/show/:uniqueId', 'site/lead/LeadShow.tsx'),
  screen('lead/convert/:uniqueId', 'site/lead/LeadConvert.tsx'),
]
