import { IconTopologyStar3 } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { tenantPolicy } from '@tradewind/contract/platform/policies'
import type { Feature } from '#kit/feature'

export const operatorFeature: Feature = {
  menu: [
    {
      group: phrase('Super Admin'),
      text: phrase('Operation'),
      path: '/superAdmin/operation',
      icon: IconTopologyStar3,
      rules: tenantPolicy.see,
    },
  ],
  screens: {
    superAdmin: {
      operation: 'operations/operator/Operation.tsx',
    },
  },
}
