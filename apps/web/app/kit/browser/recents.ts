/** A record that was viewed. */
export interface Recent {
  kind: string
  uniqueId: string
  name: string
}

const MOST = 8

/** One of the keys that are removed when the session ends. */
const KEY = 'recents'

/** The records that were viewed last in this session, the latest first. */
export const recents = (): Recent[] => {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as Recent[]
  } catch {
    return []
  }
}

const keep = (all: readonly Recent[]) => {
  try {
    localStorage.setItem(KEY, JSON.stringify(all.slice(0, MOST)))
  } catch {
    // Storage is full or unavailable: fewer recents are kept.
  }
}

const others = (uniqueId: string) => recents().filter((recent) => recent.uniqueId !== uniqueId)

export const addRecent = (recent: Recent) => keep([recent, ...others(recent.uniqueId)])

/** For a record that no longer exists. */
export const dropRecent = (uniqueId: string) => keep(others(uniqueId))
