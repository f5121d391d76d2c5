import { screen } from '#kit/screen'

export const projectScreens = [
  screen('project/list', 'crm/project/ProjectList.tsx'),
  screen('project/listOld', 'crm/project/ProjectEvents.tsx'),
  screen('project/create', 'crm/project/ProjectCreate.tsx'),
  screen('project/edit/:uniqueId', 'crm/project/ProjectEdit.tsx'),
  screen('project/show/:uniqueId', 'crm/project/ProjectShow.tsx'),
  screen('projectCompany/show/:uniqueId', 'crm/project/places/PlaceOpen.tsx'),
]
