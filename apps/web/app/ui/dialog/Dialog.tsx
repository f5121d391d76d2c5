import { Button, Group, Modal, type ModalProps, Stack, Text } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useQuestion } from './confirm.tsx'

/** Returns the focus to where an overlay was opened from, when it closes. */
export const useFocusBack = (opened: boolean) => {
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
  useFocusBack(props.opened)
  return <Modal {...props} returnFocus={false} />
}

/** Shows the question of `confirm`. The last one stays rendered while the dialog closes. */
export const ConfirmDialog = () => {
  const question = useQuestion()
  const [shown, setShown] = useState(question)
  if (question && question !== shown) setShown(question)
  if (!shown) return null
  return (
    <Dialog opened={question !== null} onClose={() => shown.answer(false)} title={shown.title} withCloseButton={false}>
      <Stack>
        {shown.about && <Text fw={600}>{shown.about}</Text>}
        <Text>{shown.text}</Text>
        {shown.also?.map((line) => (
          <Text key={line} size="sm">
            {line}
          </Text>
        ))}
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={() => shown.answer(false)}>
            {shown.no}
          </Button>
          <Button color="red" onClick={() => shown.answer(true)}>
            {shown.yes}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
