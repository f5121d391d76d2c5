import { explain } from '#kit/api/failure'
import { useText } from '#kit/text'
import { startUse } from '#ui/page/use'

export interface Toast {
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
export interface Action {
  label: string
  run: () => void
  shortcut?: string
  /** Milliseconds that the toast is shown; false: until it is closed. */
  duration: number | false
}

const show = async (toast: Toast) => {
  startUse() // for one that nobody asked for
  const { showToast } = await import('./Toasts.tsx')
  showToast(toast)
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
    failure: (error: Error) => void show({ title: t('ERROR'), text: explain(error, t), failed: true }),
  }
}
