import { IconUserCircle, IconUserPlus, IconUsers } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { all } from '@tradewind/contract/kit/policy'
import { userPolicy } from '@tradewind/contract/platform/policies'
import { PAID } from '@tradewind/contract/roles'
import type { Feature } from '#kit/feature'

const group = phrase('Users')

export const userFeature: Feature = {
  menu: [
    {
      group,
      text: phrase('Users'),
      path: 'list',
      list: { kind: 'admin', size: 15, viewed: true },
      icon: IconUsers,
      rules: userPolicy.list,
    },
    {
      group,
      text: phrase('Create user'),
      path: 'create',
      icon: IconUserPlus,
      rules: userPolicy.create,
    },
    // A member sees only their own profile, so the list redirects there.
    {
      text: phrase('Users'),
      path: 'list',
      members: 'account',
      icon: IconUserCircle,
      rules: [[PAID, all]],
    },
  ],
  screens: {
    work: {
      list: 'platform/user/UserList.tsx',
      create: 'platform/user/UserCreate.tsx',
      'edit/:uniqueId': 'platform/user/UserEdit.tsx',
      'show/:uniqueId': 'platform/user/UserShow.tsx',
    },
  },
}
