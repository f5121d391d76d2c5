import { IconMailExclamation } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { letterPolicy } from '@tradewind/contract/platform/policies'
import type { Feature } from '#kit/feature'

export const letterFeature: Feature = {
  menu: [
    {
      group: phrase('Super Admin'),
      text: phrase('Unsent emails'),
      path: '/superAdmin/letter/list',
      icon: IconMailExclamation,
      rules: letterPolicy.see,
    },
  ],
  screens: {
    superAdmin: {
      'letter/list': 'platform/LetterList.tsx',
    },
  },
}
