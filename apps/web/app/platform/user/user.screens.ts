import { screen } from '#kit/screen'

/** They stand in the area itself: /crm/list. */
export const userScreens = [
  screen('list', 'platform/user/UserList.tsx'),
  screen('create', 'platform/user/UserCreate.tsx'),
  screen('edit/:uniqueId', 'platform/user/UserEdit.tsx'),
  screen('show/:uniqueId', 'platform/user/UserShow.tsx'),
]
