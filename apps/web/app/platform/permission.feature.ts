import { IconKey } from '@tabler/icons-react'
import { permissionPolicy } from '@tradewind/contract/platform/policies'
import type { Feature } from '#kit/feature'
import { phrase } from '#kit/text'

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
