import type { Start } from '#kit/browser/changes'
import { session } from '#kit/session'

/** What was typed into a form and not yet saved, and what stood there when the typing began. */
interface Draft<V> extends Start<V> {
  values: V
}

interface Kept<V> extends Draft<V> {
  /** When it was last kept, in milliseconds. */
  kept: number
}

const lifetime = 14 * 24 * 3600 * 1000

/**
 * The draft of a form. It lives in local storage, under its form and whoever typed it, so that it outlasts a reload and an ended session;
 * one of 14 days is none. Where the storage is full or closed nothing is kept, and the form goes on without.
 */
export const draftOf = <V>(form: string, clock: () => number = Date.now) => {
  const name = () => `draft:${session.actor().uniqueId}:${form}`
  const read = (): Draft<V> | null => {
    try {
      const draft = JSON.parse(localStorage.getItem(name()) ?? 'null') as Kept<V> | null
      return draft && clock() - draft.kept < lifetime ? draft : null
    } catch {
      return null
    }
  }
  const drop = () => {
    try {
      localStorage.removeItem(name())
    } catch {
      return
    }
  }
  const keep = (draft: Draft<V>) => {
    try {
      localStorage.setItem(name(), JSON.stringify({ ...draft, kept: clock() } satisfies Kept<V>))
    } catch {
      drop() // an older one must not come back over what was typed since
    }
  }
  return { read, keep, drop }
}
