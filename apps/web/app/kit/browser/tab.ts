const storageKey = 'tab'
const lockPrefix = 'tab '

let id: string | undefined

/** Holds an id for as long as the tab is open. A duplicated tab starts with the id of the other one, which holds it: it takes a new one. */
const claim = (claimed: string) => {
  id = claimed
  try {
    sessionStorage.setItem(storageKey, claimed)
  } catch {
    // The id lasts until the page is reloaded.
  }
  navigator.locks
    ?.request(lockPrefix + claimed, { ifAvailable: true }, (lock) => (lock ? new Promise(() => {}) : claim(crypto.randomUUID())))
    .catch(() => {}) // without a lock the tab counts as closed
  return claimed
}

/** The id of this tab: it stays the same when the page is reloaded, and no other open tab has it. */
export const tabId = () => id ?? claim(sessionStorage.getItem(storageKey) ?? crypto.randomUUID())

/** What this tab stored before a reload stays its own: called when the signed-in area loads. */
export const claimTab = () => {
  if (sessionStorage.getItem(storageKey)) tabId()
}

/** The names of the locks of all open tabs. Without locks, in old browsers and without TLS, no tab counts as open. */
export const findOpenTabs = async () => {
  const { held = [] } = (await navigator.locks?.query().catch(() => null)) ?? {}
  const names = held.map(({ name }) => name)
  return (tab: string) => tab === id || names.includes(lockPrefix + tab)
}
