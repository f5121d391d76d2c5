import { TextInput } from '@mantine/core'
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
