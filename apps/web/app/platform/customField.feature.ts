import { IconForms } from '@tabler/icons-react'
import { customFieldPolicy } from '@tradewind/contract/kit/custom/custom.policy'
import type { Feature } from '#kit/feature'
import { phrase } from '#kit/text'

export const customFieldFeature: Feature = {
  menu: [
    {
      group: phrase('Admin Settings'),
      text: phrase('Custom fields'),
      about: phrase('Fields of your own for companies, contacts, meeting reports and companies in projects.'),
      path: 'customField/list',
      icon: IconForms,
      rules: customFieldPolicy.create,
    },
  ],
  screens: { staff: { 'customField/list': 'platform/tenantSetting/CustomFields.tsx' } },
}
