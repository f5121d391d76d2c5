/** The key in local storage under which sign-in leaves the path to which Logout leads. */
export type LogoutKey = 'logoutPath'
const logoutKey: LogoutKey = 'logoutPath'

/** The path to which Logout leads from the signed-in area: the site's root, or the page on which a member has signed in. */
export const logoutPath = () => localStorage.getItem(logoutKey) ?? '/'

/** What it does has been loaded by then, with the first parts that a page loads after it has mounted. */
export const logout = () => void import('./askAndSignOut.ts').then(({ askAndSignOut }) => askAndSignOut(logoutPath()))
