import { IconBuildingStore } from '@tabler/icons-react'
import { contactPolicy } from '@tradewind/contract/crm/policies'
import type { Feature } from '#kit/feature'
import { phrase } from '#kit/text'

/** Contacts and reports that are taken down without a connection. The page itself is /fair, outside the areas: it is installed by itself. */
export const fairFeature: Feature = {
  menu: [
    {
      group: phrase('Reports'),
      text: phrase('Fair mode'),
      path: 'fair',
      members: 'rare',
      icon: IconBuildingStore,
      rules: contactPolicy.create,
    },
  ],
  screens: { work: { fair: 'operations/fair/ToFair.tsx' } },
}
