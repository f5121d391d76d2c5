import { lazy, Suspense, useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { onSignIn } from '#kit/page/sign-in'
import { SessionEnded } from './signIn/SessionEnded.tsx'

const SignInDialog = lazy(async () => ({ default: (await import('./signIn/SignInDialog.tsx')).SignInDialog }))

/** Sign-in over the open pages, fetched when it is asked for. */
export default function SignInLayer() {
  const [opened, setOpened] = useState(false)
  useEffect(() => onSignIn(() => setOpened(true)), [])
  return (
    <>
      <Outlet />
      {opened && (
        <Suspense>
          <SignInDialog onClose={() => setOpened(false)} />
        </Suspense>
      )}
      <SessionEnded />
    </>
  )
}
