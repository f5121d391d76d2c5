/** A record that was looked at. */
export interface Recent {
  kind: string
  uniqueId: string
  name: string
}

const MOST = 8

/** One of the keys that end with the session. */
const KEY = 'recents'

/** The records that were looked at last in this session, the latest first. */
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
    // A full or closed storage: there are fewer recents then.
  }
}

const others = (uniqueId: string) => recents().filter((recent) => recent.uniqueId !== uniqueId)

export const addRecent = (recent: Recent) => keep([recent, ...others(recent.uniqueId)])

/** It is not there any more. */
export const dropRecent = (uniqueId: string) => keep(others(uniqueId))
