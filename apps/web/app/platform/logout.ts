import { signOut } from '#kit/session'

/** The key in local storage under which sign-in leaves the path to which Logout leads. */
export type LogoutKey = 'logoutPath'
const logoutKey: LogoutKey = 'logoutPath'

/** The path to which Logout leads from the signed-in area: the site's root, or the page on which a member has signed in. */
export const logoutPath = () => localStorage.getItem(logoutKey) ?? '/'

export const logout = () => void signOut(logoutPath())
