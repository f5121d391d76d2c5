import { screen } from '#kit/screen'

export const projectScreens = [
  screen('project/list', 'features/project/ProjectList.tsx'),
  screen('project/listOld', 'features/project/ProjectEvents.tsx'),
  screen('project/create', 'features/project/ProjectCreate.tsx'),
  screen('project/edit/:uniqueId', 'features/project/ProjectEdit.tsx'),
  screen('project/show/:uniqueId', 'features/project/ProjectShow.tsx'),
  screen('projectCompany/show/:uniqueId', 'features/project/places/PlaceOpen.tsx'),
]
