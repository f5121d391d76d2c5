import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useText } from '#kit/text'
import { DateInput, isoOf } from '#ui/date/DateInput'
import { Dialog } from '#ui/dialog/Dialog'
import type { Entry } from './kinds.ts'

interface MoveToProps {
  /** The entry to move; without one the dialog is closed. */
  entry: Entry | null
  onMove: (entry: Entry, day: string) => void
  onClose: () => void
}

/** Asks for the day to which an entry is moved. */
export const MoveTo = ({ entry, onMove, onClose }: MoveToProps) => {
  const t = useText()
  return (
    <Dialog opened={entry !== null} onClose={onClose} title={t('Move to …')}>
      {entry && <Form key={entry.uniqueId} entry={entry} onMove={onMove} onClose={onClose} />}
    </Dialog>
  )
}

const Form = ({ entry, onMove, onClose }: MoveToProps & { entry: Entry }) => {
  const t = useText()
  const [held, setHeld] = useState(entry.day)
  const [isRefused, setRefused] = useState(false)
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const day = isoOf(held)
    if (!day) return setRefused(true)
    onClose()
    onMove(entry, day)
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {entry.title}
        </Text>
        <DateInput
          label={t('Date')}
          value={held}
          onChange={setHeld}
          error={isRefused && !isoOf(held) ? t('This is not a date. Write it like 31-12-2026.') : null}
          data-autofocus
          required
        />
        <Group>
          <Button type="submit">{t('Move')}</Button>
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
