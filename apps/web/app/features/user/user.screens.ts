import { screen } from '#kit/screen'

/** They stand in the area itself: /crm/list. */
export const userScreens = [
  screen('list', 'features/user/UserList.tsx'),
  screen('create', 'features/user/UserCreate.tsx'),
  screen('edit/:uniqueId', 'features/user/UserEdit.tsx'),
  screen('show/:uniqueId', 'features/user/UserShow.tsx'),
]
