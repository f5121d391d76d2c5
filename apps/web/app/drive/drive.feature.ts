import { IconFolder, IconFolderShare, IconFolderSearch } from '@tabler/icons-react'
import { drivePolicy } from '@tradewind/contract/drive/drive.policy'
import { phrase } from '@tradewind/contract/kit/phrase'
import { all } from '@tradewind/contract/kit/policy'
import type { Feature } from '#kit/feature'

const group = phrase('Documents')

export const driveFeature: Feature = {
  tenantSwitch: 'DRIVE_ENABLED',
  menu: [
    {
      group,
      text: phrase('My Drive'),
      path: 'drive/my-drive',
      icon: IconFolder,
      rules: drivePolicy.keep,
    },
    {
      group,
      text: phrase('My Drive'),
      description: phrase('What others share with you, by person.'),
      path: 'drive/shared',
      icon: IconFolderShare,
      rules: [[['ROLE_FREE'], all]],
    },
    {
      group,
      text: phrase('Shared with me'),
      path: 'drive/shared',
      icon: IconFolderShare,
      rules: drivePolicy.keep,
    },
    {
      group,
      text: phrase('Find files'),
      description: phrase('Files are found by any part of their name, in all folders and in what is shared with you.'),
      path: 'drive/find',
      members: 'rare',
      icon: IconFolderSearch,
      rules: drivePolicy.see,
    },
  ],
  screens: {
    work: {
      'drive/my-drive': 'drive/browse/MyDrive.tsx',
      'drive/my-drive/:uniqueId': 'drive/browse/MyDrive.tsx',
      'drive/find': 'drive/browse/DriveSearch.tsx',
      'drive/trash': 'drive/TrashRedirect.tsx',
      'drive/shared': 'drive/browse/SharedBy.tsx',
      'drive/shared/:ownerId': 'drive/browse/SharedOf.tsx',
      'drive/shared/:ownerId/folder/:folderId': 'drive/browse/SharedOf.tsx',
    },
  },
}
