import { IconUserStar } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { leadPolicy } from '@tradewind/contract/site/policies'
import type { Feature } from '#kit/feature'

export const leadFeature: Feature = {
  menu: [
    {
      text: phrase('Leads'),
      path: 'leads',
      list: { kind: 'lead', viewed: true },
      icon: IconUserStar,
      rules: leadPolicy.see,
    },
  ],
  kinds: [
    {
      kind: 'lead',
      singular: phrase('Lead'),
      plural: phrase('Leads'),
      icon: IconUserStar,
      show: (uniqueId) => `lead/show/${uniqueId}`,
    },
  ],
  screens: {
    staff: {
      leads: 'site/lead/LeadList.tsx',
      'lead/show/:uniqueId': 'site/lead/LeadShow.tsx',
      'lead/convert/:uniqueId': 'site/lead/LeadConvert.tsx',
    },
  },
}
