import { screen } from '#kit/screen'

/** They stand in the super admin's area. */
export const permissionScreens = [
  screen('permission/list', 'platform/permission/PermissionList.tsx'),
  screen('permission/create', 'platform/permission/PermissionForm.tsx'),
  screen('permission/edit/:uniqueId', 'platform/permission/PermissionForm.tsx'),
]
