import { useState } from 'react'
import { useEveryText } from '#kit/text'
import { ForgotForm } from './ForgotForm.tsx'
import { SignInForm } from './SignInForm.tsx'

/** Signing in, and the way back in for who has forgotten the password. */
export const SignIn = ({ onSignedIn }: { onSignedIn?: () => void }) => {
  useEveryText()
  const [email, setEmail] = useState('')
  const [forgot, setForgot] = useState(false)
  return forgot ? (
    <ForgotForm email={email} onEmail={setEmail} onLogin={() => setForgot(false)} />
  ) : (
    <SignInForm email={email} onEmail={setEmail} onForgot={() => setForgot(true)} onSignedIn={onSignedIn} />
  )
}
