import { IconLanguage } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { messagePolicy } from '@tradewind/contract/platform/policies'
import type { Feature } from '#kit/feature'

export const messageFeature: Feature = {
  menu: [
    {
      group: phrase('Admin Settings'),
      text: phrase('Texts'),
      path: '/admin/message/list',
      list: { kind: 'message', sort: 'key' },
      icon: IconLanguage,
      rules: messagePolicy.see,
    },
  ],
  screens: {
    admin: {
      'message/list': 'platform/message/MessageList.tsx',
      'message/create': 'platform/message/MessageCreate.tsx',
      'message/show/:uniqueId': 'platform/message/MessageShow.tsx',
      'message/edit/:uniqueId': 'platform/message/MessageEdit.tsx',
    },
  },
}
