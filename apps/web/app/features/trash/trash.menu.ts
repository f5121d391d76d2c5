import { IconTrash } from '@tabler/icons-react'
import { trashPolicy } from '@tradewind/contract/trash/trash.policy'
import type { FeatureMenu } from '#kit/entries'
import { phrase } from '#kit/text'

export const trashMenu: FeatureMenu = {
  menu: [
    {
      text: phrase('Trash'),
      about: phrase('What was deleted in the last 30 days, to be taken back.'),
      path: 'trash',
      icon: IconTrash,
      count: 'GET /api/trash/',
      rules: trashPolicy.see,
    },
  ],
}
