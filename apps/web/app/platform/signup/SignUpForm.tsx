import { useEffect, useRef } from 'react'
import { useKeptForm } from '#kit/browser/kept-form'
import { useEveryText, useText } from '#kit/text'
import { Notice } from '#ui/notice/Notice'
import { SignUpFields } from './SignUpFields.tsx'
import styles from './signup.module.css'
import { useSigningUp } from './useSigningUp.ts'

interface SignUpFormProps {
  /** The address that a mail has led here with. */
  invited: string
}

/** What was typed is there again until the account is. */
export const SignUpForm = ({ invited }: SignUpFormProps) => {
  useEveryText()
  const t = useText()
  const form = useRef<HTMLFormElement>(null)
  const { heed, drop, isReady } = useKeptForm(`signUp:${invited}`, form)
  const { submit, said, failure, busy } = useSigningUp(form, drop)
  useEffect(() => {
    const field = form.current?.querySelector<HTMLInputElement>('[name="emailAddress"]')
    if (field && invited && !field.value) field.value = invited
  }, [invited])
  if (said !== null)
    return (
      <Notice kind="good" title={t('Account Created Successfully')}>
        {t(said)}
      </Notice>
    )
  return (
    <form
      ref={form}
      className={styles.form}
      method="post"
      noValidate
      aria-busy={busy}
      onInput={heed}
      onSubmit={(event) => void submit(event)}
    >
      {failure && <Notice kind="bad">{t(failure.message)}</Notice>}
      <SignUpFields faults={failure?.fields ?? {}} />
      <noscript>
        <p>{t('This form is sent by a script, and this browser runs none. Please allow scripts for this page.')}</p>
      </noscript>
      <button type="submit" className="open-button open-button-main" disabled={busy || !isReady}>
        {busy ? t('Creating the account …') : t('Create Free Account')}
      </button>
    </form>
  )
}
