import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { Outlet, useLocation } from 'react-router'
import { session } from '#kit/session'
import { loadTexts, useAllTexts } from '#kit/text'
import { registerSignIn } from '#platform/landing'
import { FailedView } from '#platform/StatusView'

/** The server-rendered page contains only the texts that it shows: loads the others together with a dialog. */
const withTexts = async <Part,>(part: Promise<Part>) => {
  const [loaded] = await Promise.all([part, loadTexts()])
  return loaded
}

const SessionEnded = lazy(async () => ({ default: (await withTexts(import('./SessionEnded.tsx'))).SessionEnded }))
const SignInDialog = lazy(async () => ({ default: (await withTexts(import('./SignInDialog.tsx'))).SignInDialog }))

/** Shows errors of open pages within their common frame. */
export const ErrorBoundary = FailedView

/** Sign-in over the open pages, and the message that a session has ended: each is loaded when needed. The sign-in page itself needs no dialog. */
export default function SignInLayer() {
  const [opened, setOpened] = useState<{ staysOnPage: boolean } | null>(null)
  const onItsPage = useLocation().pathname === '/auth/login'
  const hasEnded = useSyncExternalStore(session.subscribe, session.hasUnreadEnd, () => false)
  useEffect(() => (onItsPage ? undefined : registerSignIn((staysOnPage) => setOpened({ staysOnPage }))), [onItsPage])
  useAllTexts(session.isOpen())
  return (
    <>
      <Outlet />
      {opened && (
        <Suspense>
          <SignInDialog {...opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
      {hasEnded && (
        <Suspense>
          <SessionEnded onExpire={session.markEndRead} />
        </Suspense>
      )}
    </>
  )
}
