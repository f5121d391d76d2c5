import { IconHistory } from '@tabler/icons-react'
import { auditPolicy } from '@tradewind/contract/platform/audit.policy'
import type { FeatureMenu } from '#kit/entries'
import { screen } from '#kit/screen'
import { phrase } from '#kit/text'

export const auditMenu: FeatureMenu = {
  menu: [
    {
      text: phrase('Audit trail'),
      about: phrase('Who did what, and what stood there before.'),
      path: 'audit/list',
      icon: IconHistory,
      rules: auditPolicy.see,
    },
  ],
}

export const auditScreens = [screen('audit/list', 'operations/AuditList.tsx')]
