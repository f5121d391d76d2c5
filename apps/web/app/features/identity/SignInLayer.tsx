import { lazy, Suspense, useEffect, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { onSignIn } from '#kit/page/sign-in'
import { SessionEnded } from './signIn/SessionEnded.tsx'

const SignInDialog = lazy(async () => ({ default: (await import('./signIn/SignInDialog.tsx')).SignInDialog }))

/** Sign-in over the open pages, fetched when it is asked for. Its own page needs none over it. */
export default function SignInLayer() {
  const [opened, setOpened] = useState(false)
  const onItsPage = useLocation().pathname === '/auth/login'
  useEffect(() => (onItsPage ? undefined : onSignIn(() => setOpened(true))), [onItsPage])
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
