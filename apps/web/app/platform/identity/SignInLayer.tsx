import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { Outlet, useLocation } from 'react-router'
import { session } from '#kit/session'
import { loadTexts, useEveryText } from '#kit/text'
import { onSignIn } from '#platform/landing'
import { FailedView } from '#platform/StatusView'

/** The page that the server drew has the texts that it shows: what opens over it brings the others along. */
const withTexts = async <Part,>(part: Promise<Part>) => {
  const [arrived] = await Promise.all([part, loadTexts()])
  return arrived
}

const SessionEnded = lazy(async () => ({ default: (await withTexts(import('./SessionEnded.tsx'))).SessionEnded }))
const SignInDialog = lazy(async () => ({ default: (await withTexts(import('./SignInDialog.tsx'))).SignInDialog }))

/** An open page that failed says so in the frame of the others. */
export const ErrorBoundary = FailedView

/** Sign-in over the open pages, and the word that a session has ended: each is fetched when it is called for. Its own page needs none over it. */
export default function SignInLayer() {
  const [opened, setOpened] = useState<{ stays: boolean } | null>(null)
  const onItsPage = useLocation().pathname === '/auth/login'
  const ended = useSyncExternalStore(session.subscribe, session.isEndUntold, () => false)
  useEffect(() => (onItsPage ? undefined : onSignIn((stays) => setOpened({ stays }))), [onItsPage])
  useEveryText(session.isOpen())
  return (
    <>
      <Outlet />
      {opened && (
        <Suspense>
          <SignInDialog {...opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
      {ended && (
        <Suspense>
          <SessionEnded onGone={session.endIsTold} />
        </Suspense>
      )}
    </>
  )
}
