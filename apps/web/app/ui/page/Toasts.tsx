import { Button, Group, Text } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { useKeys } from '#kit/browser/keyboard'
import type { Action, Toast } from './toast.ts'

/** Shows toasts: top centre, for 5 seconds by default, paused while the pointer hovers over one. Dialogs begin below them (`Dialog.tsx`). */
export const Toasts = () => <Notifications position="top-center" autoClose={5000} />

const colorOf = ({ failed, isNeutral }: Toast) => {
  if (failed) return 'red'
  return isNeutral ? 'ink' : 'green'
}

/** The actions of the shown toasts, the newest last. */
const shownActions = new Set<Action>()

/** The id of the newest toast of each group. */
const groupIds = new Map<string, string>()

export const showToast = (toast: Toast) => {
  const { title, text, group = '', action } = toast
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
