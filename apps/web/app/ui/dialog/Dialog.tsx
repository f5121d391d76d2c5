import { Modal, type ModalProps } from '@mantine/core'
import { useFocusBack } from './useFocusBack.ts'

/** A dialog over the page. When it closes, the focus goes back to where it was opened from, with motion and without. */
export const Dialog = (props: ModalProps) => {
  useFocusBack(props.opened)
  return <Modal {...props} returnFocus={false} />
}
