import { IconFolder, IconFolderShare, IconFolderSearch } from '@tabler/icons-react'
import { drivePolicy } from '@tradewind/contract/drive/drive.policy'
import { all } from '@tradewind/contract/kit/policy'
import type { FeatureMenu } from '#kit/entries'
import { screen } from '#kit/screen'
import { phrase } from '#kit/text'

const group = phrase('Documents')

export const driveMenu: FeatureMenu = {
  needs: 'DRIVE_ENABLED',
  menu: [
    {
      group,
      text: phrase('My Drive'),
      about: phrase('Files and folders of your own, to keep and to share.'),
      path: 'drive/my-drive',
      icon: IconFolder,
      rules: drivePolicy.keep,
    },
    { group, text: phrase('My Drive'), path: 'drive/shared', icon: IconFolderShare, rules: [[['ROLE_FREE'], all]] },
    {
      group,
      text: phrase('Shared with me'),
      about: phrase('What others share with you, by whom it is.'),
      path: 'drive/shared',
      icon: IconFolderShare,
      rules: drivePolicy.keep,
    },
    { group, text: phrase('Find files'), path: 'drive/find', icon: IconFolderSearch, rules: drivePolicy.see },
  ],
}

export const driveScreens = [
  screen('drive/my-drive', 'drive/browse/MyDrive.tsx'),
  screen('drive/my-drive/:uniqueId', 'drive/browse/MyDrive.tsx'),
  screen('drive/find', 'drive/browse/Find.tsx'),
  screen('drive/trash', 'drive/TrashOld.tsx'),
  screen('drive/shared', 'drive/browse/SharedBy.tsx'),
  screen('drive/shared/:ownerId', 'drive/browse/SharedOf.tsx'),
  screen('drive/shared/:ownerId/folder/:folderId', 'drive/browse/SharedOf.tsx'),
]
