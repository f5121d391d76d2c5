import { call } from '#kit/api/call'
import { session } from '#kit/session'

const flag = 'reloaded'
/** Where Mantine reads light or dark before anything is drawn. */
const scheme = 'mantine-color-scheme-value'

/**
 * The first time the signed-in area opens in a browser session, it fetches the user's logo and then loads once more, before anything
 * is drawn that could be in use. Where the server is away it opens without.
 */
export const firstLoad = async (page: string) => {
  if (sessionStorage.getItem(flag)) return
  try {
    const account = await call('GET /api/auth/account')
    session.remember(account)
    localStorage.setItem(scheme, account.theme)
    if (account.brandLogoUID) await fetch(`/api/document/${account.brandLogoUID}`)
  } catch {
    return
  }
  sessionStorage.setItem(flag, 'true')
  location.replace(page)
  await new Promise(() => {})
}
