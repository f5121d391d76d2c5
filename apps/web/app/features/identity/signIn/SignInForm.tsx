import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { wantedPage } from '#kit/account/guard'
import { call } from '#kit/api/call'
import { type Failure, failureOf } from '#kit/api/failure'
import { landingOf } from '#kit/page/landing'
import { session } from '#kit/session'
import { useText } from '#kit/text'
import { Notice } from './Notice.tsx'
import { PasswordField } from './PasswordField.tsx'
import styles from './signIn.module.css'

interface SignInFormProps {
  email: string
  onEmail: (email: string) => void
  onForgot: () => void
  onSignedIn: (() => void) | undefined
}

export const SignInForm = ({ email, onEmail, onForgot, onSignedIn }: SignInFormProps) => {
  const t = useText()
  const [password, setPassword] = useState('')
  const { signIn, busy, failure } = useSignIn(onSignedIn)
  return (
    // Without script the form must not put the password into an address.
    <form className={styles.form} method="post" onSubmit={(event) => signIn(event, email, password)}>
      {failure && <Notice kind="bad">{t(failure.message)}</Notice>}
      <TextInput
        label={t('Email')}
        name="username"
        type="email"
        autoComplete="username"
        required
        value={email}
        onChange={(event) => onEmail(event.currentTarget.value)}
        error={failure?.fields['username'] && t(failure.fields['username'])}
      />
      <PasswordField
        label={t('Password')}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={failure?.fields['password'] && t(failure.fields['password'])}
      />
      <Button type="submit" loading={busy}>
        {t('Login')}
      </Button>
      <button type="button" className={styles.swap} onClick={onForgot}>
        {t('Forgot Password?')}
      </button>
    </form>
  )
}

/** Signs in, and goes where the person was on the way to, else where their role begins. */
const useSignIn = (onSignedIn: (() => void) | undefined) => {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)

  const signIn = async (username: string, password: string) => {
    setBusy(true)
    setFailure(null)
    try {
      const login = await call('POST /api/auth/login', { username, password })
      const wanted = wantedPage(params.get('next') ?? session.endedAt())
      session.start(login)
      onSignedIn?.()
      await navigate(wanted ?? landingOf(login.roleList))
    } catch (error) {
      setFailure(failureOf(error))
      setBusy(false)
    }
  }
  const onSubmit = (event: React.SubmitEvent<HTMLFormElement>, username: string, password: string) => {
    event.preventDefault()
    void signIn(username, password)
  }
  return { signIn: onSubmit, busy, failure }
}
