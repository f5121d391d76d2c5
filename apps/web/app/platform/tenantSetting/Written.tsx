import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useInUse } from '#kit/browser/in-use'
import { useText } from '#kit/text'
import { Box } from './Box.tsx'
import type { InputProps } from './decisions.ts'

/** A text, a figure, a language or a time zone, saved by its button or by Enter. */
export const Written = ({ decision, onDecide, error, busy }: InputProps) => {
  const t = useText()
  const value = String(decision.value)
  const [typed, setTyped] = useState(value)
  const [before, setBefore] = useState(value)
  if (before !== value) {
    setBefore(value)
    setTyped(value)
  }
  const isChanged = typed !== value
  useInUse(isChanged)
  const save = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isChanged) void onDecide(typed)
  }
  return (
    <form noValidate onSubmit={save}>
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <Box decision={decision} value={typed} onChange={setTyped} error={error} />
        <Button
          type="submit"
          variant="default"
          loading={busy}
          disabled={!isChanged}
          aria-label={t('Save {name}', { name: t(decision.name) })}
        >
          {t('Save')}
        </Button>
      </Group>
    </form>
  )
}
