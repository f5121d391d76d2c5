import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { call } from '#kit/api/call'
import { type Failure, failureOf } from '#kit/api/failure'
import { useTypedEarly } from '#kit/browser/kept-form'
import { wantedPage } from '#kit/guard'
import { landingOf } from '#kit/landing'
import { isLanguage } from '#kit/languages'
import { session } from '#kit/session'
import { keepLanguage, useText } from '#kit/text'
import { Notice } from '#ui/page/Notice'
import { PasswordField } from './PasswordField.tsx'
import styles from './signIn.module.css'

interface SignInFormProps {
  email: string
  onEmail: (email: string) => void
  onForgot: () => void
  /** Whoever has signed in stays on the page. */
  stays: boolean
  onSignedIn: (() => void) | undefined
}

export const SignInForm = ({ email, onEmail, onForgot, stays, onSignedIn }: SignInFormProps) => {
  const t = useText()
  const [password, setPassword] = useState('')
  const { signIn, busy, failure } = useSignIn(stays, onSignedIn)
  const { form, isReady } = useTypedEarly((typed) => {
    if (typed['username']) onEmail(typed['username'])
    setPassword(typed['password'] ?? '')
  })
  return (
    // Without script the form must not put the password into an address.
    <form ref={form} className={styles.form} method="post" onSubmit={(event) => signIn(event, email, password)}>
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
      <Button type="submit" loading={busy} disabled={!isReady}>
        {t('Login')}
      </Button>
      <button type="button" className={styles.swap} onClick={onForgot}>
        {t('Forgot Password?')}
      </button>
    </form>
  )
}

/** Signs in, and goes where the person was on the way to, else where their role begins; or stays. */
const useSignIn = (stays: boolean, onSignedIn: (() => void) | undefined) => {
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
      const asked = params.get('lang')
      if (isLanguage(asked)) keepLanguage(asked)
      onSignedIn?.()
      if (!stays) await navigate(wanted ?? landingOf(login.roleList))
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
