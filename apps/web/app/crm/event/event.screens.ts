import { screen } from '#kit/screen'

export const eventScreens = [
  screen('event/list', 'crm/event/EventList.tsx'),
  screen('event/create', 'crm/event/EventCreate.tsx'),
  screen('event/edit/:uniqueId', 'crm/event/EventEdit.tsx'),
  screen('event/show/:uniqueId', 'crm/event/EventShow.tsx'),
]
