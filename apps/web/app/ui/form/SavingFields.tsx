import { Stack } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useEffect, useRef } from 'react'

const stop = (event: SyntheticEvent) => event.stopPropagation()
const prevent = (event: SyntheticEvent) => {
  event.preventDefault()
  event.stopPropagation()
}
const stopKey = (event: KeyboardEvent) => {
  if (event.key !== 'Tab' && event.key !== 'Escape') event.stopPropagation()
}

/** React passes on the events of lists that the fields have opened elsewhere in the document, too. A controlled input reverts what its `onChange` is not told. */
const readOnlyHandlers = {
  onKeyDownCapture: stopKey,
  onChangeCapture: stop,
  onClickCapture: prevent,
  onPasteCapture: prevent,
  onCutCapture: prevent,
  onDropCapture: prevent,
}

/** Milliseconds after which an overlay says that a form is being saved: most answers are faster. */
export const OVERLAY_DELAY = 300

interface SavingFieldsProps {
  isSaving: boolean
  children: ReactNode
}

/**
 * The fields of a form or dialog. While they are saved they are read-only, since what was typed after that would be lost when the form closes.
 * They keep the focus, as a disabled field would not, and look the same: most answers are fast.
 */
export const SavingFields = ({ isSaving, children }: SavingFieldsProps) => {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = box
    if (!isSaving || !current) return
    // Before the text changes, also that of an editor, which is no input.
    const preventInput = (event: Event) => event.preventDefault()
    current.addEventListener('beforeinput', preventInput, { capture: true })
    return () => current.removeEventListener('beforeinput', preventInput, { capture: true })
  }, [isSaving])
  return (
    <Stack ref={box} aria-busy={isSaving} {...(isSaving && readOnlyHandlers)}>
      {children}
    </Stack>
  )
}
