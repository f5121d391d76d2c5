import { IconKey } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { permissionPolicy } from '@tradewind/contract/platform/policies'
import type { Feature } from '#kit/feature'

export const permissionFeature: Feature = {
  menu: [
    {
      group: phrase('Super Admin'),
      text: phrase('Permissions'),
      path: '/superAdmin/permission/list',
      icon: IconKey,
      rules: permissionPolicy.create,
    },
  ],
  screens: {
    superAdmin: {
      'permission/list': 'platform/user/PermissionList.tsx',
      'permission/create': 'platform/user/PermissionForm.tsx',
      'permission/edit/:uniqueId': 'platform/user/PermissionForm.tsx',
    },
  },
}
