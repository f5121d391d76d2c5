import { CloseButton } from '@mantine/core'
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { useText } from '#kit/text'
import styles from '#ui/page/open.module.css'

interface OpenDialogProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/** Clicks on the dialog's padding, scrollbar and backdrop all have the dialog as target, so only the position tells whether a click is outside. */
const isOutside = ({ clientX: x, clientY: y }: MouseEvent, dialog: HTMLDialogElement) => {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return x < left || x > right || y < top || y > bottom
}

/** The first field of a form: what a dialog is for has the focus, not its button that closes it. */
const firstField = 'form :is(input, select, textarea):not([tabindex="-1"])'

/** A dialog over an open page, open while it is rendered. It is the native one: it traps the focus, restores it, and closes on Escape. */
export const OpenDialog = ({ title, onClose, children }: OpenDialogProps) => {
  const t = useText()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  // The dialog is closed before it is removed: otherwise the browser does not restore the focus.
  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    current?.querySelector<HTMLElement>(firstField)?.focus()
    return () => current?.close()
  }, [])
  useEffect(() => {
    const { current } = dialog
    const closeOutside = (event: MouseEvent) =>
      current && event.target === current && isOutside(event, current) && current.close()
    current?.addEventListener('mousedown', closeOutside)
    return () => current?.removeEventListener('mousedown', closeOutside)
  }, [])
  const handleClose = () => !dialog.current?.open && onClose() // the dialog may have been opened again meanwhile
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={id} onClose={handleClose}>
      <CloseButton className={styles.close} aria-label={t('Close')} title={t('Close')} onClick={() => dialog.current?.close()} />
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}
