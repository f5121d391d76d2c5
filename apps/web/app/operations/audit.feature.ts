import { IconHistory, IconListCheck } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { bulkPolicy } from '@tradewind/contract/operations/policies'
import { auditPolicy } from '@tradewind/contract/platform/policies'
import type { Feature } from '#kit/feature'

export const auditFeature: Feature = {
  menu: [
    {
      text: phrase('Audit trail'),
      description: phrase('Who changed what, with the values before.'),
      path: 'audit/list',
      members: 'rare',
      icon: IconHistory,
      rules: auditPolicy.see,
    },
    {
      text: phrase('Bulk changes'),
      path: 'bulk/list',
      members: 'rare',
      icon: IconListCheck,
      rules: bulkPolicy.see,
    },
  ],
  screens: {
    work: {
      'audit/list': 'operations/AuditList.tsx',
      'bulk/list': 'operations/BulkList.tsx',
    },
  },
}
