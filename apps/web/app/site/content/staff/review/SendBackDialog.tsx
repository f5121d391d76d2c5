import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import type { StaffContent } from '@tradewind/contract/site/content.contract'
import { useState } from 'react'
import { useText } from '#kit/text'
import { Dialog } from '#ui/dialog/Dialog'
import { useStanding } from './useStanding.ts'

interface SendBackDialogProps {
  content: StaffContent
  opened: boolean
  onClose: () => void
}

/** Gives what is in review back to its writer, with a note. What was typed stays while the page does. */
export const SendBackDialog = ({ content, opened, onClose }: SendBackDialogProps) => {
  const t = useText()
  const { decide, isPending } = useStanding(content)
  const [note, setNote] = useState('')
  const sendBack = async (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (await decide({ approved: false, note })) onClose()
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={t('Send back')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <form onSubmit={(event) => void sendBack(event)}>
        <Stack>
          <Text fw={600}>{content.title}</Text>
          <Textarea
            label={t('Note')}
            description={t('What is to be changed. Its writer is told.')}
            autosize
            minRows={3}
            maxRows={12}
            maxLength={2000}
            data-autofocus
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button type="submit" loading={isPending}>
              {t('Send back')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
