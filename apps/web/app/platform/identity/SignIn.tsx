import { ActionIcon, Button, TextInput, type TextInputProps } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { isStaff, type Role } from '@tradewind/contract/roles'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { call } from '#kit/api/call'
import { type Failure, failureOf } from '#kit/api/failure'
import { useEarlyInput } from '#kit/browser/storedForm'
import { usePage } from '#kit/page/page'
import { session } from '#kit/session'
import { isLanguage, saveLanguage, useAllTexts, useText } from '#kit/text'
import { landingOf, returnPathOf } from '#platform/landing'
import type { LogoutKey } from '#platform/logout'
import { Notice } from '#ui/page/Notice'
import styles from './signIn.module.css'

interface SignInProps {
  /** Renders the heading, which names the form that is shown. */
  heading: (text: string) => ReactNode
  staysOnPage?: boolean
  onSignedIn?: () => void
}

/** Sign-in, and the reset of a forgotten password. */
export const SignIn = ({ heading, staysOnPage = false, onSignedIn }: SignInProps) => {
  useAllTexts()
  const t = useText()
  const [email, setEmail] = useState('')
  const [forgot, setForgot] = useState(false)
  return forgot ? (
    <>
      {heading(t('Forgot Password'))}
      <ForgotForm email={email} onEmail={setEmail} onLogin={() => setForgot(false)} />
    </>
  ) : (
    <>
      {heading(t('Login'))}
      <SignInForm
        email={email}
        onEmail={setEmail}
        onForgotPassword={() => setForgot(true)}
        staysOnPage={staysOnPage}
        onSignedIn={onSignedIn}
      />
      <SignUpLink onFollow={onSignedIn} />
    </>
  )
}

/** The link to create a free account, if the tenant allows sign-up; keeps the page that the visitor wanted. */
const SignUpLink = ({ onFollow }: { onFollow: (() => void) | undefined }) => {
  const t = useText()
  const search = useSearchParams()[0].toString()
  if (!usePage().tenant.allowsSignUp) return null
  return (
    <p className={styles.signUp}>
      {t('New here?')}{' '}
      <Link to={{ pathname: '/signup', search }} onClick={onFollow}>
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

const noticeDuration = 3000

/** Sends the mail with a link to set a new password. */
export const ForgotForm = ({ email, onEmail, onLogin }: ForgotFormProps) => {
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
        <Notice kind={outcome} duration={noticeDuration} onExpire={() => setOutcome(null)}>
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

interface SignInFormProps {
  email: string
  onEmail: (email: string) => void
  onForgotPassword: () => void
  /** The user stays on the page after signing in. */
  staysOnPage: boolean
  onSignedIn: (() => void) | undefined
}

const SignInForm = ({ email, onEmail, onForgotPassword, staysOnPage, onSignedIn }: SignInFormProps) => {
  const t = useText()
  const [password, setPassword] = useState('')
  const { signIn, busy, failure } = useSignIn(staysOnPage, onSignedIn)
  const { form, isReady } = useEarlyInput((typed) => {
    if (typed['username']) onEmail(typed['username'])
    setPassword(typed['password'] ?? '')
  })
  return (
    // Without JavaScript the form must not put the password into the URL.
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
      <noscript>
        <p>{t('This form needs JavaScript. Please allow scripts for this page.')}</p>
      </noscript>
      <Button type="submit" loading={busy} disabled={!isReady}>
        {t('Login')}
      </Button>
      <button type="button" className={styles.swap} onClick={onForgotPassword}>
        {t('Forgot Password?')}
      </button>
    </form>
  )
}

const logoutKey: LogoutKey = 'logoutPath'

/** Members who sign in on this page, not in the dialog over another nor by a link, return here when they sign out. */
export const rememberLogoutPath = (roles: readonly Role[]) => {
  if (location.pathname === '/auth/login' && !isStaff({ roles })) localStorage.setItem(logoutKey, '/auth/login')
  else localStorage.removeItem(logoutKey)
}

/** Signs in, then goes to the requested page, else to the landing page of the role; or stays. */
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
      const returnPath = returnPathOf(params.get('next') ?? session.endedAt())
      session.start(login)
      rememberLogoutPath(login.roleList)
      const langParam = params.get('lang')
      if (isLanguage(langParam)) saveLanguage(langParam)
      onSignedIn?.()
      if (!stays) await navigate(returnPath ?? landingOf(login.roleList))
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

/** A password field, hidden until its button shows it. */
export const PasswordField = (props: TextInputProps) => {
  const t = useText()
  const [isVisible, setIsVisible] = useState(false)
  const Sign = isVisible ? IconEyeOff : IconEye
  return (
    <TextInput
      {...props}
      type={isVisible ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      required
      rightSection={
        <ActionIcon
          variant="subtle"
          color="gray"
          onClick={() => setIsVisible(!isVisible)}
          aria-pressed={isVisible}
          aria-label={t('Show characters')}
          title={t('Show characters')}
        >
          <Sign size={18} />
        </ActionIcon>
      }
    />
  )
}
