import { screen } from '#kit/screen'

/** Where content is written and reviewed. */
export const contentScreens = [
  screen('content/list', 'site/content/staff/list/ContentList.tsx'),
  screen('content/create', 'site/content/staff/form/ContentCreate.tsx'),
  screen('content/edit/:uniqueId', 'site/content/staff/form/ContentEdit.tsx'),
  screen('content/show/:uniqueId', 'site/content/staff/ContentShow.tsx'),
  screen('content/approve', 'site/content/staff/review/ContentApprove.tsx'),
]
