import { Text, TextInput } from '@mantine/core'
import type { DriveItem } from '@tradewind/contract/drive/item'
import { useState } from 'react'
import { useSend } from '#kit/api/query'
import { useText } from '#kit/text'
import { DriveDialog } from './DriveDialog.tsx'

/** Asks for a folder's name. An empty one does nothing. */
export const NewFolder = ({ parentId, onClose }: { parentId: string | null; onClose: () => void }) => {
  const t = useText()
  const [name, setName] = useState('')
  const create = useSend('POST /api/files/folder')
  const submit = async () => (name.trim() ? create.mutateAsync({ name, parentId }) : undefined)
  return (
    <DriveDialog title={t('New Folder')} action={t('Create')} onSubmit={submit} onClose={onClose}>
      {(failure) => (
        <TextInput
          label={t('Folder name')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={failure?.fields['name'] && t(failure.fields['name'])}
          maxLength={255}
          data-autofocus
        />
      )}
    </DriveDialog>
  )
}

/** Which items a dialog is about: the name of one, or the first few of many. */
export const Named = ({ items }: { items: readonly DriveItem[] }) => {
  const t = useText()
  const names = items.slice(0, 3).map(({ name }) => name)
  const rest = items.length - names.length
  const shown = names.join(', ')
  return (
    <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
      {rest > 0 ? t('{names} and {count} more', { names: shown, count: rest }) : shown}
    </Text>
  )
}
