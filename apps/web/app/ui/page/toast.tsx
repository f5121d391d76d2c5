import { Button, Group, Text } from '@mantine/core'
import { useEffect } from 'react'
import { useKeys } from '#kit/browser/keyboard'
import { useText } from '#kit/text'
import { startUse } from '#ui/page/use'

interface Toast {
  title: string
  text: string
  failed?: boolean
  /** It happened elsewhere, for better or worse: shown in neither the colour of success nor that of failure. */
  isNeutral?: boolean
  /** The toast replaces the shown one of the same group. */
  group?: string
  action?: Action
}

/** An action for the message, by its button or its key, while the toast is shown. If several toasts have the same key, it runs the newest action. */
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

/** The actions of the shown toasts, the newest last. */
const shownActions = new Set<Action>()

/** The id of the newest toast of each group. */
const groupIds = new Map<string, string>()

const show = async (toast: Toast) => {
  const { title, text, group = '', action } = toast
  startUse() // for one that nobody asked for
  const { notifications } = await import('@mantine/notifications')
  let hasRun = false
  const run = () => {
    if (hasRun) return // it can still be clicked while it fades out
    hasRun = true
    notifications.hide(id)
    action?.run()
  }
  const shownAction = action && { ...action, run }
  notifications.hide(groupIds.get(group) ?? '')
  const id: string = notifications.show({
    title,
    message: shownAction ? <ToastWithAction text={text} action={shownAction} /> : text,
    color: colorOf(toast),
    ...(toast.isNeutral && { role: 'status' }), // does not interrupt a screen reader
    autoClose: action ? action.duration : 5000,
    // It stays rendered while it fades out.
    onClose: () => shownAction && shownActions.delete(shownAction),
  })
  if (group) groupIds.set(group, id)
}

const ToastWithAction = ({ text, action }: { text: string; action: Action }) => {
  const { label, run, shortcut } = action
  useEffect(() => {
    shownActions.add(action)
    return () => void shownActions.delete(action)
  }, [action])
  useKeys(shortcut ? { [shortcut]: () => [...shownActions].findLast((one) => one.shortcut === shortcut)?.run() } : {})
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
  /** A toast with Undo is shown for 8 seconds instead of 5. */
  const undoAction = (run: () => void): Action => ({ label: t('Undo'), run, shortcut: 'u', duration: 8000 })
  return {
    show: (toast: Toast) => void show(toast),
    undoAction,
    /** Successes that cannot be undone replace each other: only the last one is news. */
    reply: ({ responseStatus, message }: ReplyMessage, undo?: () => void) => {
      const failed = responseStatus !== 'SUCCESS'
      void show({
        title: t(responseStatus),
        text: t(message),
        failed,
        ...(undo ? { action: undoAction(undo) } : !failed && { group: 'success' }),
      })
    },
    failure: ({ message }: Error) => void show({ title: t('ERROR'), text: t(message), failed: true }),
  }
}
