import { Button, NavLink, ScrollArea, Stack, Text } from '@mantine/core'
import { IconChevronRight, IconFolder } from '@tabler/icons-react'
import { useState } from 'react'
import type { Answer } from '#kit/api/calls'
import { useList, useSend } from '#kit/api/query'
import { useText } from '#kit/text'
import { useToast } from '#ui/page/toast'
import { type DialogProps, DriveDialog, Named } from './DriveDialog.tsx'
import { Way, type WayProps } from './Way.tsx'

/** Asks for the folder to put things into: one walks down the own drive to it. */
export const Move = ({ items, onClose, onDone }: DialogProps) => {
  const t = useText()
  const toast = useToast()
  const [target, setTarget] = useState<string | null>(items[0]!.parentFolderId)
  const move = useSend('POST /api/files/move')
  const isThere = items.every(({ parentFolderId }) => parentFolderId === target)
  const submit = async () => {
    const { data } = await move.mutateAsync({ uniqueIds: items.map(({ uniqueId }) => uniqueId), parentId: target })
    toast.show({ title: t('SUCCESS'), text: t('Moved {count} item.|Moved {count} items.', { count: data.length }) })
    onDone()
  }
  return (
    <DriveDialog title={t('Move to')} action={t('Move here')} onSubmit={submit} onClose={onClose} disabled={isThere}>
      {() => (
        <>
          <Named items={items} />
          <Way target={target} onTarget={setTarget} />
          <Folders key={target} target={target} moved={items.map(({ uniqueId }) => uniqueId)} onTarget={setTarget} />
        </>
      )}
    </DriveDialog>
  )
}

/** Folders are before files: where the last row is one, there may be more. */
const foldersAmong = ({ rows, total }: Answer<'GET /api/files/'>, moved: readonly string[]) => ({
  rows: rows.filter(({ folder, uniqueId }) => folder && !moved.includes(uniqueId)),
  isMore: rows.length < total && rows.length < 500 && rows.at(-1)?.folder === true,
})

const Folders = ({ target, moved, onTarget }: WayProps & { moved: readonly string[] }) => {
  const t = useText()
  const [pages, setPages] = useState(1)
  const { data, error } = useList('GET /api/files/', {
    page: 0,
    size: 100 * pages,
    sort: 'name',
    ...(target && { parentId: target }),
  })
  const folders = data && foldersAmong(data, moved)
  return (
    <ScrollArea.Autosize mah={280} type="auto">
      <Stack gap={2}>
        {folders?.rows.map(({ uniqueId, name }) => (
          <NavLink
            key={uniqueId}
            component="button"
            type="button"
            label={name}
            leftSection={<IconFolder size={16} aria-hidden />}
            rightSection={<IconChevronRight size={14} aria-hidden />}
            onClick={() => onTarget(uniqueId)}
          />
        ))}
        {folders?.rows.length === 0 && <Text size="sm">{t('There are no folders here.')}</Text>}
        {error && <Text size="sm">{t(error.message)}</Text>}
        {folders?.isMore && (
          <Button variant="subtle" onClick={() => setPages(pages + 1)}>
            {t('More')}
          </Button>
        )}
      </Stack>
    </ScrollArea.Autosize>
  )
}
