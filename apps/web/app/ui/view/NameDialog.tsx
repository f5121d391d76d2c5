import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { failureOf } from '#kit/api/failure'
import { useText } from '#kit/text'
import { Dialog } from '#ui/dialog/Dialog'

interface NameDialogProps {
  title: string
  name: string
  /** Rejects where the name is refused. */
  onSave: (name: string) => Promise<void>
  onClose: () => void
}

/** Asks what a view is called. */
export const NameDialog = ({ title, name, onSave, onClose }: NameDialogProps) => {
  const t = useText()
  const [typed, setTyped] = useState(name)
  const [fault, setFault] = useState<string>()
  const [isSending, setSending] = useState(false)
  const save = async () => {
    setSending(true)
    await onSave(typed).then(onClose, (error: unknown) => {
      const { message, data } = failureOf(error)
      setFault(t((data as { name?: string } | null)?.name ?? message))
      setSending(false)
    })
  }
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!typed.trim()) setFault(t('Name is required'))
    else if (!isSending) void save()
  }
  return (
    <Dialog opened onClose={onClose} title={title}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            label={t('Name')}
            data-autofocus
            required
            maxLength={80}
            value={typed}
            error={fault}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button type="submit" loading={isSending}>
              {t('Save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
