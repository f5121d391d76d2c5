import { Button, Group, Text } from '@mantine/core'
import { useKeys } from '#kit/browser/keyboard'
import { useText } from '#kit/text'

interface Toast {
  title: string
  text: string
  failed?: boolean
  /** It happened elsewhere, for better or worse: shown in neither the colour of success nor that of failure. */
  isNeutral?: boolean
  action?: Action
}

/** An action for the message, by its button or its key, while the toast is shown. */
interface Action {
  label: string
  run: () => void
  shortcut?: string
  /** Milliseconds that the toast is shown; false: until it is closed. */
  duration: number | false
}

const colorOf = ({ failed, isNeutral }: Toast) => {
  if (failed) return 'red'
  return isNeutral ? 'ink' : 'green'
}

const show = async (toast: Toast) => {
  const { title, text, action } = toast
  const { notifications } = await import('@mantine/notifications')
  const runAction = () => {
    notifications.hide(id)
    action?.run()
  }
  const id: string = notifications.show({
    title,
    message: action ? <ToastWithAction text={text} {...action} run={runAction} /> : text,
    color: colorOf(toast),
    ...(toast.isNeutral && { role: 'status' }), // does not interrupt a screen reader
    autoClose: action ? action.duration : 5000,
  })
}

const ToastWithAction = ({ text, label, run, shortcut }: Action & { text: string }) => {
  useKeys(shortcut ? { [shortcut]: run } : {})
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">{text}</Text>
      <Button size="compact-sm" variant="light" flex="none" onClick={run} aria-keyshortcuts={shortcut}>
        {label}
      </Button>
    </Group>
  )
}

interface ReplyMessage {
  responseStatus: string
  message: string
}

/** Short messages at the top of the page: the status is the title, the server's message the text. */
export const useToast = () => {
  const t = useText()
  return {
    show: (toast: Toast) => void show(toast),
    /** With Undo it is shown for 8 seconds instead of 5. */
    reply: ({ responseStatus, message }: ReplyMessage, undo?: () => void) =>
      void show({
        title: t(responseStatus),
        text: t(message),
        failed: responseStatus !== 'SUCCESS',
        ...(undo && { action: { label: t('Undo'), run: undo, shortcut: 'u', duration: 8000 } }),
      }),
    failure: ({ message }: Error) => void show({ title: t('ERROR'), text: t(message), failed: true }),
  }
}
