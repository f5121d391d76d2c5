import { IconActivityHeartbeat } from '@tabler/icons-react'
import { operatorPolicy } from '@tradewind/contract/operations/operator.policy'
import type { Feature } from '#kit/feature'
import { phrase } from '#kit/text'

export const operatorFeature: Feature = {
  menu: [
    {
      group: phrase('Super Admin'),
      text: phrase('Operation'),
      about: phrase('Nodes, queues, backups and settings of this installation.'),
      path: '/superAdmin/operation',
      icon: IconActivityHeartbeat,
      rules: operatorPolicy.see,
    },
  ],
  screens: {
    superAdmin: {
      operation: 'operations/operator/Operation.tsx',
    },
  },
}
