import { Alert, Button, Modal, type ModalProps, Stack, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Failure, reasonsOf } from '#kit/api/failure'
import { useText } from '#kit/text'
import { ButtonRow } from './ButtonRow.tsx'
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

const INPUTS = ':is(input:not([type=hidden], [type=file]), textarea, select):enabled'

/** A submit button is disabled while its form is sent, which takes its focus. If the form was rejected, the first invalid input gets it, or else the button. */
const useFocusAfterRejection = (content: RefObject<HTMLElement | null>) =>
  useEffect(() => {
    const element = content.current
    let button: HTMLElement | null = null
    const onSubmit = ({ submitter }: SubmitEvent) => {
      button = document.activeElement === submitter ? submitter : null
    }
    const restore = () => {
      const current = document.activeElement
      if (!button?.matches(':enabled') || (current !== button && current !== document.body)) return
      const invalid = element?.querySelector<HTMLElement>('[aria-invalid=true]')
      ;(invalid ?? button).focus()
      if (invalid) button = null
    }
    const observer = new MutationObserver(restore)
    if (element) observer.observe(element, { attributeFilter: ['disabled', 'aria-invalid'], subtree: true })
    element?.addEventListener('submit', onSubmit)
    return () => observer.disconnect()
  }, [content])

/** Ctrl+Enter and ⌘+Enter submit the form of a dialog from any of its fields, unless the field itself has handled the key. */
const submitByKey = (event: React.KeyboardEvent) => {
  const { key, ctrlKey, metaKey, target, nativeEvent } = event
  if (key !== 'Enter' || !(ctrlKey || metaKey) || event.defaultPrevented || nativeEvent.isComposing) return
  const form = (target as HTMLElement).closest('form')
  if (!form) return
  event.preventDefault()
  form.requestSubmit()
}

/**
 * Focuses the element with `data-autofocus` or else the first input of a dialog, also if it is loaded later, unless the content has the focus
 * already. On touch screens that would open a keyboard over the dialog.
 */
const Content = ({ children }: Pick<ModalProps, 'children'>) => {
  const content = useRef<HTMLDivElement>(null)
  useFocusAfterRejection(content)
  useEffect(() => {
    const element = content.current
    if (!element || !matchMedia('(pointer: fine)').matches) return
    const focusFirst = () => {
      const current = document.activeElement as HTMLElement | null
      const isFocused = element.contains(current)
      const first = isFocused
        ? current
        : (element.querySelector<HTMLElement>('[data-autofocus]') ?? element.querySelector<HTMLElement>(INPUTS))
      if (!first) return
      observer.disconnect()
      // The focus trap of the dialog focuses what is marked, after a timer.
      first.dataset['autofocus'] = 'true'
      if (!isFocused && element.closest('[role=dialog]')?.contains(current)) first.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(focusFirst)
    observer.observe(element, { childList: true, subtree: true })
    focusFirst()
    return () => observer.disconnect()
  }, [])
  return <div ref={content}>{children}</div>
}

/** Pixels that the toasts take above a dialog (frame.css). */
const toastsHeight = () =>
  document.querySelector<HTMLElement>('.mantine-Notifications-root[data-position="top-center"] > *')?.offsetHeight ?? 0

/** Where a tall dialog begins: below the toasts that are shown when it opens. Those that come and go later do not move it; two lines have room above it. */
const useOffset = (opened: boolean) => {
  const [state, setState] = useState({ opened: false, height: 0 })
  if (opened !== state.opened) setState({ opened, height: opened ? toastsHeight() : state.height })
  return `max(5dvh, 64px, ${state.height + 16}px)`
}

/** A dialog over the page. When it closes, the focus returns to where it was opened from, with motion and without. */
export const Dialog = ({ children, ...props }: ModalProps) => {
  useReturnFocus(props.opened)
  const yOffset = useOffset(props.opened)
  return (
    <Modal yOffset={yOffset} {...props} returnFocus={false} onKeyDown={submitByKey}>
      <Content>{children}</Content>
    </Modal>
  )
}

/** Shows the question of `confirm`. The last one stays rendered while the dialog closes. */
export const ConfirmDialog = () => {
  const t = useText()
  const question = useQuestion()
  const [displayed, setDisplayed] = useState(question)
  if (question && question !== displayed) setDisplayed(question)
  if (!displayed) return null
  return (
    <Dialog opened={question !== null} onClose={() => displayed.answer(false)} title={displayed.title} withCloseButton={false}>
      <Stack>
        {displayed.recordName && <Text fw={600}>{displayed.recordName}</Text>}
        <Text>{displayed.text}</Text>
        {displayed.details?.map((line) => (
          <Text key={line} size="sm">
            {line}
          </Text>
        ))}
        <ButtonRow>
          <Button variant="default" data-autofocus onClick={() => displayed.answer(false)}>
            {displayed.cancelLabel ?? t('Cancel')}
          </Button>
          <Button {...(!displayed.isHarmless && { color: 'red' })} onClick={() => displayed.answer(true)}>
            {displayed.confirmLabel}
          </Button>
        </ButtonRow>
      </Stack>
    </Dialog>
  )
}

interface FormFailureProps {
  failure: Failure | null
  /** The fields that show their own errors. */
  shownFields?: readonly string[] | undefined
}

/** Why the form of a dialog was rejected, apart from the errors that its fields show. */
export const FormFailure = ({ failure, shownFields }: FormFailureProps) => {
  const t = useText()
  const reasons = failure ? reasonsOf(failure, shownFields) : []
  if (reasons.length === 0) return null
  return (
    <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
      {reasons.map((reason) => (
        <div key={reason}>{t(reason)}</div>
      ))}
    </Alert>
  )
}
