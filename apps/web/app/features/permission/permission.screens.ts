import { screen } from '#kit/screen'

/** They stand in the super admin's area. */
export const permissionScreens = [
  screen('permission/list', 'features/permission/PermissionList.tsx'),
  screen('permission/create', 'features/permission/PermissionForm.tsx'),
  screen('permission/edit/:uniqueId', 'features/permission/PermissionForm.tsx'),
]
