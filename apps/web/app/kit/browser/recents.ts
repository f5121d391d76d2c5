/** A record that was viewed. */
export interface Recent {
  kind: string
  uniqueId: string
  name: string
}

const MAX_RECENTS = 8

/** One of the keys that are removed when the session ends. */
const KEY = 'recents'

/** The records that were viewed last in this session, the latest first. */
export const readRecents = (): Recent[] => {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as Recent[]
  } catch {
    return []
  }
}

const saveRecents = (all: readonly Recent[]) => {
  try {
    localStorage.setItem(KEY, JSON.stringify(all.slice(0, MAX_RECENTS)))
  } catch {
    // Storage is full or unavailable: fewer recents are kept.
  }
}

const recentsWithout = (uniqueId: string) => readRecents().filter((recent) => recent.uniqueId !== uniqueId)

export const addRecent = (recent: Recent) => saveRecents([recent, ...recentsWithout(recent.uniqueId)])

/** For a record that no longer exists. */
export const dropRecent = (uniqueId: string) => saveRecents(recentsWithout(uniqueId))
