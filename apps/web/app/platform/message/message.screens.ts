import { screen } from '#kit/screen'

export const messageScreens = [
  screen('message/list', 'platform/message/MessageList.tsx'),
  screen('message/create', 'platform/message/MessageCreate.tsx'),
  screen('message/show/:uniqueId', 'platform/message/MessageShow.tsx'),
  screen('message/edit/:uniqueId', 'platform/message/MessageEdit.tsx'),
]
