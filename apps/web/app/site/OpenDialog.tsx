import { CloseButton } from '@mantine/core'
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { useText } from '#kit/text'
import styles from '#ui/page/open.module.css'

interface OpenDialogProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/** The dialog's own padding and scrollbar are the dialog, too, and so is what lies around it: only the place tells. */
const isOutside = ({ clientX: x, clientY: y }: MouseEvent, dialog: HTMLDialogElement) => {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return x < left || x > right || y < top || y > bottom
}

/** A dialog over an open page, there while it is drawn. The browser's own: it holds the focus, gives it back, and closes on Escape. */
export const OpenDialog = ({ title, onClose, children }: OpenDialogProps) => {
  const t = useText()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  // Closed before it leaves the page: only then the focus goes back.
  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    return () => current?.close()
  }, [])
  useEffect(() => {
    const { current } = dialog
    const closeOutside = (event: MouseEvent) =>
      current && event.target === current && isOutside(event, current) && current.close()
    current?.addEventListener('mousedown', closeOutside)
    return () => current?.removeEventListener('mousedown', closeOutside)
  }, [])
  const closed = () => !dialog.current?.open && onClose() // it may stand open again since
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={id} onClose={closed}>
      <CloseButton className={styles.close} aria-label={t('Close')} onClick={() => dialog.current?.close()} />
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}
