import { screen } from '#kit/screen'

/** Where content is written and reviewed. */
export const contentScreens = [
  screen('content/list', 'features/content/staff/list/ContentList.tsx'),
  screen('content/create', 'features/content/staff/form/ContentCreate.tsx'),
  screen('content/edit/:uniqueId', 'features/content/staff/form/ContentEdit.tsx'),
  screen('content/show/:uniqueId', 'features/content/staff/ContentShow.tsx'),
  screen('content/approve', 'features/content/staff/review/ContentApprove.tsx'),
]
