import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import type { Trashed } from '@tradewind/contract/operations/trash.contract'
import { useState } from 'react'
import type { Failure } from '#kit/api/failure'
import { useText } from '#kit/text'
import { Dialog } from '#ui/dialog/Dialog'

interface RestoreAsProps {
  row: Trashed
  onRestore: (title: string) => Promise<Failure | null>
  onClose: () => void
}

/** Asks for another name, where the record's own was taken while it lay in the trash. */
export const RestoreAs = ({ row, onRestore, onClose }: RestoreAsProps) => {
  const t = useText()
  const [title, setTitle] = useState(row.title)
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setBusy(true)
    const failure = await onRestore(title)
    setBusy(false)
    if (failure) setProblem(failure.fields['title'] ?? failure.message)
  }
  return (
    <Dialog opened onClose={onClose} title={t('This name is taken')}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack>
          <Text size="sm">
            {t('Another record has been given this name meanwhile. Give this one a name of its own to take it back.')}
          </Text>
          <TextInput
            label={t('Name')}
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
            error={problem && t(problem)}
            required
            data-autofocus
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button type="submit" loading={busy}>
              {t('Restore')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
