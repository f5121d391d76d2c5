import { screen } from '#kit/screen'

export const driveScreens = [
  screen('drive/my-drive', 'features/drive/browse/MyDrive.tsx'),
  screen('drive/my-drive/:uniqueId', 'features/drive/browse/MyDrive.tsx'),
  screen('drive/find', 'features/drive/browse/Find.tsx'),
  screen('drive/trash', 'features/drive/TrashOld.tsx'),
  screen('drive/shared', 'features/drive/shared/SharedBy.tsx'),
  screen('drive/shared/:ownerId', 'features/drive/shared/SharedOf.tsx'),
  screen('drive/shared/:ownerId/folder/:folderId', 'features/drive/shared/SharedOf.tsx'),
]
