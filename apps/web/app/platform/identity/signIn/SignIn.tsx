import { useState } from 'react'
import { Link } from 'react-router'
import { useKeepLanguage, usePage } from '#kit/page/page'
import { useEveryText, useText } from '#kit/text'
import { ForgotForm } from './ForgotForm.tsx'
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
