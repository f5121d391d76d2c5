import { IconBuildingFactory2, IconBuildingPlus } from '@tabler/icons-react'
import { companyPolicy } from '@tradewind/contract/crm/company.policy'
import { all } from '@tradewind/contract/kit/policy'
import { ADMINS, BASIC_UP, LEVEL3 } from '@tradewind/contract/roles'
import type { FeatureMenu } from '#kit/entries'
import { screen } from '#kit/screen'
import { phrase } from '#kit/text'

const group = phrase('Company Database')

export const companyMenu: FeatureMenu = {
  menu: [
    {
      group,
      text: phrase('Companies'),
      about: phrase('Whom you sell to, buy from and work with.'),
      path: 'company/list',
      icon: IconBuildingFactory2,
      count: 'GET /api/company/',
      rules: [[[...ADMINS, ...LEVEL3, ...BASIC_UP], all]],
    },
  ],
  create: [
    { text: phrase('New Company'), path: 'company/create', icon: IconBuildingPlus, rules: companyPolicy.create, position: 3 },
  ],
  kinds: [
    {
      kind: 'company',
      one: phrase('Company'),
      many: phrase('Companies'),
      icon: IconBuildingFactory2,
      show: (uniqueId) => `company/show/${uniqueId}`,
    },
  ],
}

export const companyScreens = [
  screen('company/list', 'crm/company/CompanyList.tsx'),
  screen('company/create', 'crm/company/CompanyCreate.tsx'),
  screen('company/edit/:uniqueId', 'crm/company/CompanyEdit.tsx'),
  screen('company/show/:uniqueId', 'crm/company/CompanyShow.tsx'),
]
