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

/** Drafts live in local storage, each under its form and whoever typed it, so that they outlast a reload and an ended session. */
const nameOf = (form: string) => `draft:${session.actor().uniqueId}:${form}`

/** The draft of this form, where there is one that is younger than 14 days. */
export const readDraft = <V>(form: string, now = Date.now()): Draft<V> | null => {
  try {
    const draft = JSON.parse(localStorage.getItem(nameOf(form)) ?? 'null') as Kept<V> | null
    return draft && now - draft.kept < lifetime ? draft : null
  } catch {
    return null
  }
}

/**
 * Where the browser's storage is full or closed the draft is not kept, and the form goes on without. The older one goes, too: it must not
 * come back over what was typed since.
 */
export const keepDraft = <V>(form: string, draft: Draft<V>, now = Date.now()) => {
  try {
    localStorage.setItem(nameOf(form), JSON.stringify({ ...draft, kept: now } satisfies Kept<V>))
  } catch {
    dropDraft(form)
  }
}

export const dropDraft = (form: string) => {
  try {
    localStorage.removeItem(nameOf(form))
  } catch {
    return
  }
}
