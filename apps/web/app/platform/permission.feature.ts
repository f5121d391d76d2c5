import { IconKey } from '@tabler/icons-react'
import { permissionPolicy } from '@tradewind/contract/platform/permission.policy'
import type { FeatureMenu } from '#kit/entries'
import { screen } from '#kit/screen'
import { phrase } from '#kit/text'

export const permissionMenu: FeatureMenu = {
  menu: [
    {
      group: phrase('Super Admin'),
      text: phrase('Permissions'),
      about: phrase('What can be granted to admins, one by one.'),
      path: '/superAdmin/permission/list',
      icon: IconKey,
      rules: permissionPolicy.create,
    },
  ],
}

/** They stand in the super admin's area. */
export const permissionScreens = [
  screen('permission/list', 'platform/user/PermissionList.tsx'),
  screen('permission/create', 'platform/user/PermissionForm.tsx'),
  screen('permission/edit/:uniqueId', 'platform/user/PermissionForm.tsx'),
]
