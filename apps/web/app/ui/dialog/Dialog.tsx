import { Button, Group, Modal, type ModalProps, Stack, Text } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useQuestion } from './confirm.tsx'

/** Returns the focus to where an overlay was opened from, when it closes. */
export const useReturnFocus = (opened: boolean) => {
  const from = useRef<HTMLElement | null>(null)
  // Without motion, the overlay takes the focus before other effects run.
  useLayoutEffect(() => {
    if (opened) from.current = document.activeElement as HTMLElement | null
  }, [opened])
  // Not a layout effect: React restores the focus after those.
  useEffect(() => {
    if (!opened) return
    return () => from.current?.focus({ preventScroll: true })
  }, [opened])
}

/** A dialog over the page. When it closes, the focus returns to where it was opened from, with motion and without. */
export const Dialog = (props: ModalProps) => {
  useReturnFocus(props.opened)
  return <Modal {...props} returnFocus={false} />
}

/** Shows the question of `confirm`. The last one stays rendered while the dialog closes. */
export const ConfirmDialog = () => {
  const question = useQuestion()
  const [displayed, setDisplayed] = useState(question)
  if (question && question !== displayed) setDisplayed(question)
  if (!displayed) return null
  return (
    <Dialog opened={question !== null} onClose={() => displayed.answer(false)} title={displayed.title} withCloseButton={false}>
      <Stack>
        {displayed.about && <Text fw={600}>{displayed.about}</Text>}
        <Text>{displayed.text}</Text>
        {displayed.also?.map((line) => (
          <Text key={line} size="sm">
            {line}
          </Text>
        ))}
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={() => displayed.answer(false)}>
            {displayed.no}
          </Button>
          <Button color="red" onClick={() => displayed.answer(true)}>
            {displayed.yes}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
