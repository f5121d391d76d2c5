import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useQuestion } from '#ui/dialog/confirm'
import { Dialog } from '#ui/dialog/Dialog'

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
