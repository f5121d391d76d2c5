import { IconBuildingStore } from '@tabler/icons-react'
import { contactPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import type { Feature } from '#kit/feature'

/** Contacts and reports that are recorded offline. The page itself is /fair, outside the areas, because it is installed as an app of its own. */
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
  screens: { work: { fair: 'operations/fair/FairRedirect.tsx' } },
}
