import { IconMailExclamation } from '@tabler/icons-react'
import { letterPolicy } from '@tradewind/contract/platform/letter.policy'
import type { Feature } from '#kit/feature'
import { phrase } from '#kit/text'

export const letterFeature: Feature = {
  menu: [
    {
      group: phrase('Super Admin'),
      text: phrase('Unsent letters'),
      about: phrase('Mails that wait for the mail server, or were given up.'),
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
