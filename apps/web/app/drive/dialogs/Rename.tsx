import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSend } from '#kit/api/query'
import { useText } from '#kit/text'
import { useToast } from '#ui/toast/toast'
import type { DialogProps } from './dialog.ts'
import { DriveDialog } from './DriveDialog.tsx'

/** Asks for another name. An empty one, and the one that it has, do nothing. */
export const Rename = ({ items: [item], onClose, onDone }: DialogProps) => {
  const t = useText()
  const toast = useToast()
  const [newName, setNewName] = useState(item!.name)
  const rename = useSend('PUT /api/files/rename')
  const submit = async () => {
    if (!newName.trim() || newName === item!.name) return
    toast.reply(await rename.mutateAsync({ uniqueId: item!.uniqueId, newName }))
    onDone()
  }
  return (
    <DriveDialog title={t('Rename')} action={t('Rename')} onSubmit={submit} onClose={onClose}>
      {(failure) => (
        <TextInput
          label={t('New Name')}
          value={newName}
          onChange={(event) => setNewName(event.currentTarget.value)}
          error={failure?.fields['newName'] && t(failure.fields['newName'])}
          maxLength={255}
          data-autofocus
        />
      )}
    </DriveDialog>
  )
}
