import { VisuallyHidden } from '@mantine/core'
import { IconFolderOpen } from '@tabler/icons-react'
import type { DriveItem } from '@tradewind/contract/drive/item'
import { useText } from '#kit/text'
import { EmptyState } from '#ui/page/EmptyState'
import { NoResults } from '#ui/page/NoResults'
import { Paged } from '#ui/paging/Paged'
import { Dialogs, type Open, useDialogs } from '#drive/dialogs/Dialogs'
import { ItemRows } from '#drive/items/ItemRows'
import { Bulk } from './Bulk.tsx'
import { ItemMenu } from './ItemMenu.tsx'
import { type Items, useTicked } from './useItems.ts'

/** What lies in a folder, with what may be done to it. */
export const Contents = ({ items, folderId }: { items: Items; folderId: string | undefined }) => {
  const t = useText()
  const { address, list, size, isFiltered, ahead } = items
  const ticked = useTicked(list.data?.rows ?? [])
  const dialogs = useDialogs()
  const empty = isFiltered ? <NoResults onClear={address.clear} /> : <Nothing isRoot={folderId === undefined} />
  return (
    <>
      <Paged list={list} address={address} size={size} onPrefetch={ahead} empty={empty}>
        {(rows) => (
          <>
            <VisuallyHidden role="status">{t('{count} item|{count} items', { count: list.data?.total ?? 0 })}</VisuallyHidden>
            <Bulk picked={ticked.picked} sharedWith={address.filters.sharedWith} onDone={ticked.clear} onOpen={dialogs.open} />
            <ItemRows
              rows={rows}
              address={address}
              ticks={ticked.ticks}
              stale={list.isPlaceholderData}
              folderPath={({ uniqueId }) => `drive/my-drive/${uniqueId}`}
              menuOf={menusOf(dialogs.open)}
            />
          </>
        )}
      </Paged>
      <Dialogs opened={dialogs.opened} onClose={dialogs.close} onDone={ticked.clear} />
    </>
  )
}

const menusOf = (onOpen: Open) =>
  function menuOf(item: DriveItem) {
    return <ItemMenu item={item} onOpen={onOpen} />
  }

const Nothing = ({ isRoot }: { isRoot: boolean }) => {
  const t = useText()
  return (
    <EmptyState
      icon={IconFolderOpen}
      title={isRoot ? t('Your drive is empty') : t('This folder is empty')}
      text={t('Drop files or whole folders here, or choose them with Upload.')}
    />
  )
}
