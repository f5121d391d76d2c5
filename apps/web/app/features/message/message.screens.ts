import { screen } from '#kit/screen'

export const messageScreens = [
  screen('message/list', 'features/message/MessageList.tsx'),
  screen('message/create', 'features/message/MessageCreate.tsx'),
  screen('message/show/:uniqueId', 'features/message/MessageShow.tsx'),
  screen('message/edit/:uniqueId', 'features/message/MessageEdit.tsx'),
]
