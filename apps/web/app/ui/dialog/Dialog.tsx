import { Button, Group, Modal, type ModalProps, Stack, Text } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useQuestion } from './confirm.tsx'

/** When what lies over the page closes, the focus goes back to where it was opened from. */
export const useFocusBack = (opened: boolean) => {
  const from = useRef<HTMLElement | null>(null)
  // Where there is no motion, what was opened takes the focus before other effects run.
  useLayoutEffect(() => {
    if (opened) from.current = document.activeElement as HTMLElement | null
  }, [opened])
  // Not a layout effect: React itself sets the focus after those, to where it was.
  useEffect(() => {
    if (!opened) return
    return () => from.current?.focus({ preventScroll: true })
  }, [opened])
}

/** A dialog over the page. When it closes, the focus goes back to where it was opened from, with motion and without. */
export const Dialog = (props: ModalProps) => {
  useFocusBack(props.opened)
  return <Modal {...props} returnFocus={false} />
}

/** Shows the question that `confirm` asks. The last one stays drawn while the dialog closes. */
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
