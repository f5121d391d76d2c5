import { screen } from '#kit/screen'

export const eventScreens = [
  screen('event/list', 'features/event/EventList.tsx'),
  screen('event/create', 'features/event/EventCreate.tsx'),
  screen('event/edit/:uniqueId', 'features/event/EventEdit.tsx'),
  screen('event/show/:uniqueId', 'features/event/EventShow.tsx'),
]
