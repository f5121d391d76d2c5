import { Button } from '@mantine/core'
import { IconFolderOff } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { useArea } from '#kit/area'
import { useText } from '#kit/text'
import { EmptyState } from '#ui/page/states'

/** Shown instead of a file or folder that the user may not see: the server does not tell whether there is one. */
export const GoneItem = () => {
  const t = useText()
  const at = useArea()
  const isShared = useLocation().pathname.includes('/drive/shared')
  return (
    <EmptyState
      icon={IconFolderOff}
      title={t('This file or folder is not available')}
      text={t('It was deleted, or it is not shared with you any more.')}
    >
      <Button variant="default" component={Link} to={at(isShared ? 'drive/shared' : 'drive/my-drive')}>
        {isShared ? t('Shared with me') : t('My Drive')}
      </Button>
    </EmptyState>
  )
}
