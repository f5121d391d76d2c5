import { IconBuildingFactory2, IconBuildingPlus } from '@tabler/icons-react'
import { companyPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { all } from '@tradewind/contract/kit/policy'
import { ADMINS, BASIC_UP, LEVEL3 } from '@tradewind/contract/roles'
import type { Feature } from '#kit/feature'

const group = phrase('Company Database')

export const companyFeature: Feature = {
  menu: [
    {
      group,
      text: phrase('Companies'),
      path: 'company/list',
      list: { kind: 'company', viewed: true },
      members: 'line',
      icon: IconBuildingFactory2,
      rules: [[[...ADMINS, ...LEVEL3, ...BASIC_UP], all]],
    },
  ],
  create: [
    {
      text: phrase('New Company'),
      path: 'company/create',
      icon: IconBuildingPlus,
      rules: companyPolicy.create,
      position: 3,
      key: 'c',
      named: phrase('New company “{name}”'),
    },
  ],
  kinds: [
    {
      kind: 'company',
      singular: phrase('Company'),
      plural: phrase('Companies'),
      icon: IconBuildingFactory2,
      show: (uniqueId) => `company/show/${uniqueId}`,
    },
  ],
  screens: {
    work: {
      'company/list': 'crm/company/CompanyList.tsx',
      'company/create': 'crm/company/CompanyForm.tsx',
      'company/edit/:uniqueId': 'crm/company/CompanyForm.tsx',
      'company/duplicates': 'crm/company/CompanyDuplicates.tsx',
      'company/merge': 'crm/company/CompanyMerge.tsx',
      'company/show/:uniqueId': 'crm/record/CompanyShow.tsx',
    },
  },
}
