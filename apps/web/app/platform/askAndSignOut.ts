import { whenReachable } from '#kit/browser/connection'
import { session, signOut } from '#kit/session'
import { t } from '#kit/text'
import { confirm, fetchConfirmDialog } from '#ui/dialog/confirm'

/** Milliseconds between two attempts to tell the server, while it can be reached but does not answer. */
const RETRY_INTERVAL = 3000

/** Asks whether entries that only this device has may be lost, and deletes them. Returns false if the user stays. */
const discardUnsent = async () => {
  const { uniqueId } = session.actor()
  const offline = await import('#kit/browser/offlineStore').catch(() => null)
  const counts = await offline?.loadEntryCounts(uniqueId).catch(() => null)
  if (!offline || !counts || counts.unsent === 0) return true
  // Without a connection the dialog may be missing: then the entries stay, unreadable until the user's next session.
  const canAsk = await fetchConfirmDialog().then(
    () => true,
    () => false,
  )
  if (!canAsk) return true
  const isSure = await confirm({
    title: t('Log out'),
    text: t(
      '{count} entry has not been sent yet. It will be lost when you log out.|{count} entries have not been sent yet. They will be lost when you log out.',
      { count: counts.unsent },
    ),
    ...(counts.waiting > 0 && { details: [t('If you stay, what is complete is sent as soon as there is a connection.')] }),
    cancelLabel: t('Stay logged in'),
    confirmLabel: t('Log out without sending'),
  })
  if (isSure) await offline.deleteOfflineData(uniqueId)
  return isSure
}

const element = (tag: string, text: string, style: Partial<CSSStyleDeclaration>) => {
  const created = Object.assign(document.createElement(tag), { textContent: text })
  Object.assign(created.style, style)
  return created
}

/**
 * Covers the page, which still shows the user's data: no other page can be opened without a connection. Not a component, since nothing can be
 * loaded and the page's own state is over.
 */
const coverPage = (text: string) => {
  const cover = document.createElement('dialog')
  cover.setAttribute('role', 'alertdialog')
  cover.setAttribute('aria-labelledby', 'loggedOut')
  Object.assign(cover.style, {
    inset: '0',
    width: '100vw',
    height: '100dvh',
    maxWidth: 'none',
    maxHeight: 'none',
    border: '0',
    padding: '15dvh 24px 24px',
    background: 'var(--mantine-color-body)',
    color: 'var(--mantine-color-text)',
    fontFamily: 'var(--mantine-font-family)',
  } satisfies Partial<CSSStyleDeclaration>)
  const title = element('h1', t('You are logged out on this device'), {
    maxWidth: '36rem',
    margin: '0 auto 16px',
    fontSize: '1.5rem',
  })
  title.id = 'loggedOut'
  cover.append(title, element('p', text, { maxWidth: '36rem', margin: '0 auto', lineHeight: '1.55' }))
  cover.addEventListener('cancel', (event) => event.preventDefault())
  cover.addEventListener('close', () => cover.showModal()) // a second Escape closes it all the same
  document.body.append(cover)
  cover.showModal()
}

const tellUntilReached = async (tellServer: () => Promise<unknown>): Promise<unknown> => {
  try {
    return await whenReachable(tellServer)
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_INTERVAL))
    return tellUntilReached(tellServer)
  }
}

/** Logs the user out, after a question if that would lose entries that are not sent yet. Without a connection it says what happens on the server. */
export const askAndSignOut = async (target: string) => {
  if (!(await discardUnsent())) return
  await signOut(target, (tellServer) => {
    coverPage(
      t(
        'Nothing of yours can be read here any more. Leave this page open: the server ends your session as soon as there is a connection. If you close it, the session ends there once it has not been used for some time.',
      ),
    )
    return tellUntilReached(tellServer)
  })
}

/** Leaves a page whose user has logged out in another tab: at once or, as no page can be opened without a connection, when that is back. */
export const leaveLoggedOut = async () => {
  coverPage(t('You have logged out in another tab. Nothing of yours can be read here any more.'))
  await whenReachable(async () => location.replace('/'))
}
