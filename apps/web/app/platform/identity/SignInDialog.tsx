import { CloseButton } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useText } from '#kit/text'
import { SignIn } from './SignIn.tsx'
import styles from './signIn.module.css'

const renderHeading = (text: string) => (
  <h2 className={styles.title} id="sign-in">
    {text}
  </h2>
)

interface SignInDialogProps {
  /** The user stays on the page after signing in. */
  staysOnPage: boolean
  onClose: () => void
}

/** Sign-in over an open page. The native dialog element traps the focus and closes on Escape. */
export const SignInDialog = ({ staysOnPage, onClose }: SignInDialogProps) => {
  const t = useText()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const { current } = dialog
    const closeOutside = ({ target }: MouseEvent) => target === current && current?.close()
    current?.showModal()
    current?.addEventListener('mousedown', closeOutside)
    return () => current?.removeEventListener('mousedown', closeOutside)
  }, [])
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby="sign-in" onClose={onClose}>
      <CloseButton className={styles.close} aria-label={t('Close')} title={t('Close')} onClick={() => dialog.current?.close()} />
      <SignIn heading={renderHeading} staysOnPage={staysOnPage} onSignedIn={() => dialog.current?.close()} />
    </dialog>
  )
}
