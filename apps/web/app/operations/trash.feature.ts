import { IconTrash } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { all } from '@tradewind/contract/kit/policy'
import { trashPolicy } from '@tradewind/contract/operations/policies'
import { LEVELS_1_2 } from '@tradewind/contract/roles'
import type { Feature, MenuEntry } from '#kit/feature'

const trash: Omit<MenuEntry, 'rules'> = {
  text: phrase('Trash'),
  path: 'trash',
  members: 'rare',
  icon: IconTrash,
}

export const trashFeature: Feature = {
  menu: [
    { ...trash, rules: trashPolicy.restore },
    // Levels 1 and 2 cannot restore records: without a drive they have no trash.
    { ...trash, tenantSwitch: 'DRIVE_ENABLED', rules: [[LEVELS_1_2, all]] },
  ],
  screens: {
    work: {
      trash: 'operations/Trash.tsx',
    },
  },
}
