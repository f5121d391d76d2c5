import { IconScale } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { legalTextPolicy } from '@tradewind/contract/platform/policies'
import type { Feature } from '#kit/feature'

export const legalTextFeature: Feature = {
  menu: [
    {
      group: phrase('Admin Settings'),
      text: phrase('Legal texts'),
      path: '/admin/legalText/list',
      icon: IconScale,
      rules: legalTextPolicy.see,
    },
  ],
  kinds: [
    {
      kind: 'legalText',
      singular: phrase('Legal text'),
      plural: phrase('Legal texts'),
      icon: IconScale,
      show: (uniqueId) => `/admin/legalText/show/${uniqueId}`,
    },
  ],
  screens: {
    admin: {
      'legalText/list': 'platform/legalText/LegalTextList.tsx',
      'legalText/show/:uniqueId': 'platform/legalText/LegalTextShow.tsx',
      'legalText/edit/:uniqueId': 'platform/legalText/LegalTextForm.tsx',
    },
  },
}
