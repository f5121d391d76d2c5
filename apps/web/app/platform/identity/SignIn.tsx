import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '#kit/api/call'
import { useKeepLanguage, usePage } from '#kit/page/page'
import { useEveryText, useText } from '#kit/text'
import { Notice } from '#ui/page/Notice'
import { SignInForm } from './SignInForm.tsx'
import styles from './signIn.module.css'

/** Signing in, and the way back in for who has forgotten the password. */
export const SignIn = ({ stays = false, onSignedIn }: { stays?: boolean; onSignedIn?: () => void }) => {
  useEveryText()
  const [email, setEmail] = useState('')
  const [forgot, setForgot] = useState(false)
  return forgot ? (
    <ForgotForm email={email} onEmail={setEmail} onLogin={() => setForgot(false)} />
  ) : (
    <>
      <SignInForm email={email} onEmail={setEmail} onForgot={() => setForgot(true)} stays={stays} onSignedIn={onSignedIn} />
      <SignUpLink onFollow={onSignedIn} />
    </>
  )
}

/** The way to a free account, where visitors open one by themselves. */
const SignUpLink = ({ onFollow }: { onFollow: (() => void) | undefined }) => {
  const t = useText()
  const keep = useKeepLanguage()
  if (!usePage().tenant.allowsSignUp) return null
  return (
    <p className={styles.signUp}>
      {t('New here?')}{' '}
      <Link to={keep('/signup')} onClick={onFollow}>
        {t('Create Free Account')}
      </Link>
    </p>
  )
}

interface ForgotFormProps {
  email: string
  onEmail: (email: string) => void
  onLogin: () => void
}

const stands = 3000

const ForgotForm = ({ email, onEmail, onLogin }: ForgotFormProps) => {
  const t = useText()
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<'good' | 'bad' | null>(null)
  const reset = async (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setBusy(true)
    setOutcome(null)
    const done = call('POST /api/auth/forgot-password', { email })
    setOutcome(await done.then(() => 'good' as const).catch(() => 'bad' as const))
    setBusy(false)
  }
  return (
    <form className={styles.form} method="post" aria-label={t('Forgot Password')} onSubmit={(event) => void reset(event)}>
      {outcome && (
        <Notice kind={outcome} stands={stands} onGone={() => setOutcome(null)}>
          {outcome === 'good'
            ? t('An email has been sent to you, please check the instructions to reset your password!')
            : t('Failed to send reset email. Please try again later.')}
        </Notice>
      )}
      <TextInput
        label={t('Email')}
        name="email"
        type="email"
        autoComplete="username"
        required
        value={email}
        onChange={(event) => onEmail(event.currentTarget.value)}
      />
      <Button type="submit" loading={busy}>
        {t('Reset')}
      </Button>
      <button type="button" className={styles.swap} onClick={onLogin}>
        {t('Login')}
      </button>
    </form>
  )
}
