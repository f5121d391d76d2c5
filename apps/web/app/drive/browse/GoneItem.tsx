import { Button } from '@mantine/core'
import { IconFolderOff } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { goneText } from '#drive/view/previews'
import type { Failure } from '#kit/api/failure'
import { useArea } from '#kit/area'
import { useText } from '#kit/text'
import { EmptyState } from '#ui/page/states'

/** Why an item is not available. The server tells only of the user's own access that it has expired, and otherwise not even whether there is such an item. */
export const goneReason = (failure: Failure | null) =>
  (failure?.data as { lastDay?: string } | null | undefined)?.lastDay ? failure!.message : goneText

/** Shown instead of a file or folder that the user may not see. */
export const GoneItem = ({ failure }: { failure: Failure | null }) => {
  const t = useText()
  const at = useArea()
  const isShared = useLocation().pathname.includes('/drive/shared')
  return (
    <EmptyState icon={IconFolderOff} title={t('This file or folder is not available')} text={t(goneReason(failure))}>
      <Button variant="default" component={Link} to={at(isShared ? 'drive/shared' : 'drive/my-drive')}>
        {isShared ? t('Shared with me') : t('My Drive')}
      </Button>
    </EmptyState>
  )
}
