import { signOut } from '#kit/session'

/** The key in local storage under which sign-in leaves the path to which Logout leads. */
export type LogoutKey = 'logoutPath'
const logoutKey: LogoutKey = 'logoutPath'

/** The path to which Logout leads from the signed-in area: the site's root, or the page on which a member has signed in. */
export const logoutPath = () => localStorage.getItem(logoutKey) ?? '/'

/** What it does is loaded with the first use of a page. If that failed, nobody is asked, and entries of fair mode stay for the user's next session. */
export const logout = () =>
  void import('./askAndSignOut.ts').then(
    ({ askAndSignOut }) => askAndSignOut(logoutPath()),
    () => signOut(logoutPath()),
  )

/** Leaves a page whose user has logged out in another tab. */
export const leaveLoggedOut = () =>
  void import('./askAndSignOut.ts').then(
    (parts) => parts.leaveLoggedOut(),
    () => location.replace('/'),
  )
