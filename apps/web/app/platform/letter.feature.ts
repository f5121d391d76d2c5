import { IconMailExclamation } from '@tabler/icons-react'
import { letterPolicy } from '@tradewind/contract/platform/letter.policy'
import type { FeatureMenu } from '#kit/entries'
import { screen } from '#kit/screen'
import { phrase } from '#kit/text'

export const letterMenu: FeatureMenu = {
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
}

/** In the super admin's area. */
export const letterScreens = [screen('letter/list', 'platform/LetterList.tsx')]
