import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef } from 'react'

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
