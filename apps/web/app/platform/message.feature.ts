import { IconLanguage } from '@tabler/icons-react'
import { messagePolicy } from '@tradewind/contract/platform/message.policy'
import type { FeatureMenu } from '#kit/entries'
import { screen } from '#kit/screen'
import { phrase } from '#kit/text'

export const messageMenu: FeatureMenu = {
  menu: [
    {
      group: phrase('Admin Settings'),
      text: phrase('Texts'),
      about: phrase('What pages and mails say, in your own words.'),
      path: '/admin/message/list',
      icon: IconLanguage,
      rules: messagePolicy.see,
    },
  ],
}

export const messageScreens = [
  screen('message/list', 'platform/message/MessageList.tsx'),
  screen('message/create', 'platform/message/MessageCreate.tsx'),
  screen('message/show/:uniqueId', 'platform/message/MessageShow.tsx'),
  screen('message/edit/:uniqueId', 'platform/message/MessageEdit.tsx'),
]
