import { IconHistory } from '@tabler/icons-react'
import { auditPolicy } from '@tradewind/contract/platform/audit.policy'
import type { Feature } from '#kit/feature'
import { phrase } from '#kit/text'

export const auditFeature: Feature = {
  menu: [
    {
      text: phrase('Audit trail'),
      about: phrase('Who changed what, with the values before.'),
      path: 'audit/list',
      icon: IconHistory,
      rules: auditPolicy.see,
    },
  ],
  screens: {
    work: {
      'audit/list': 'operations/AuditList.tsx',
    },
  },
}
