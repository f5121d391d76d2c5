import { screen } from '#kit/screen'

export const driveScreens = [
  screen('drive/my-drive', 'drive/browse/MyDrive.tsx'),
  screen('drive/my-drive/:uniqueId', 'drive/browse/MyDrive.tsx'),
  screen('drive/find', 'drive/browse/Find.tsx'),
  screen('drive/trash', 'drive/TrashOld.tsx'),
  screen('drive/shared', 'drive/shared/SharedBy.tsx'),
  screen('drive/shared/:ownerId', 'drive/shared/SharedOf.tsx'),
  screen('drive/shared/:ownerId/folder/:folderId', 'drive/shared/SharedOf.tsx'),
]
