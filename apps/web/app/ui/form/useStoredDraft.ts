import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Draft, draftOf, findOpenTabs, readStoredDraft } from '#kit/browser/drafts'
import { useInUse } from '#kit/browser/version'

const TAB_ID_LENGTH = 36

/** The tab that stored a draft of a form under this key: empty if it was stored before each tab had its own, undefined if it is of another form. */
const tabOf = (key: string, formKeys: readonly string[]) => {
  if (formKeys.includes(key)) return ''
  const [formKey, tab] = [key.slice(0, -TAB_ID_LENGTH - 1), key.slice(-TAB_ID_LENGTH)]
  return formKeys.includes(formKey) && key === `${formKey}#${tab}` ? tab : undefined
}

const deleteExpired = (now: number) => {
  for (const key of Object.keys(localStorage))
    if (key.startsWith('draft:') && !readStoredDraft(key, now)) localStorage.removeItem(key)
}

const moveItem = (from: string, to: string) => {
  const text = localStorage.getItem(from)!
  localStorage.removeItem(from) // first, since the storage may be full
  try {
    localStorage.setItem(to, text)
  } catch {
    localStorage.setItem(from, text)
  }
}

interface AdoptOptions {
  /** A name under which an earlier version stored drafts of the form. */
  formerName?: string | undefined
  /** Asked immediately before a draft is taken over. */
  isWanted?: () => boolean
  now?: number
}

/**
 * Takes over the newest draft of a form that no open tab holds; null if there is none, or if this tab has one of its own by then. Also deletes
 * expired drafts, of all forms.
 */
export const adoptDraft = async <V>(
  { formKey, key, read }: ReturnType<typeof draftOf<V>>,
  { formerName, isWanted = () => true, now = Date.now() }: AdoptOptions = {},
): Promise<Draft<V> | null> => {
  const isOpen = await findOpenTabs()
  if (read() || !isWanted()) return null
  deleteExpired(now)
  const formKeys = [formKey, ...(formerName === undefined ? [] : [draftOf(formerName).formKey])]
  const free = Object.keys(localStorage).filter((one) => {
    const tab = tabOf(one, formKeys)
    return tab !== undefined && !isOpen(tab)
  })
  const [newest] = free
    .map((one) => ({ key: one, draft: readStoredDraft<V>(one, now)! }))
    .toSorted((one, other) => other.draft.kept - one.draft.kept)
  if (!newest) return null
  moveItem(newest.key, key())
  return newest.draft
}

/** The stored draft of a form in this tab, and what was restored of it. Call `useAdoptedDraft` once the form can show another one. */
export const useStoredDraft = <V>(name: string) => {
  // A preset may change while the form is open, its draft does not.
  const [draft] = useState(() => draftOf<V>(name))
  const [restored, setRestored] = useState(draft.read)
  return { draft, restored, setRestored }
}

/**
 * If this tab has no draft of a form, one of a closed tab is taken over a moment after it was opened, unless something was typed by then:
 * `onAdopt` shows it. `formerName`: an earlier version stored drafts under it.
 */
export const useAdoptedDraft = <V>(
  { draft, setRestored }: Pick<ReturnType<typeof useStoredDraft<V>>, 'draft' | 'setRestored'>,
  onAdopt: (adopted: Draft<V>) => void,
  formerName?: string,
) => {
  const adopt = useEffectEvent(async (isWanted: () => boolean) => {
    const adopted = await adoptDraft(draft, { formerName, isWanted }).catch(() => null) // the storage is unavailable
    if (!adopted) return
    setRestored(adopted)
    onAdopt(adopted)
  })
  useEffect(() => {
    let isMounted = true
    void adopt(() => isMounted)
    return () => {
      isMounted = false
    }
  }, [])
}

/** A text with a draft over its saved value. What was typed survives a reload and an ended session, under its name, until it is saved. */
export const useDraft = (name: string, saved: string) => {
  const stored = useStoredDraft<{ text: string }>(name)
  const { draft, restored, setRestored } = stored
  const [typed, setTyped] = useState(restored?.values.text)
  /** The saved value over which the typing began. */
  const [from, setFrom] = useState(restored?.from.text ?? saved)
  const latest = useRef(typed)
  const text = typed ?? saved
  useInUse(text !== saved)

  const setText = (next: string | undefined) => {
    latest.current = next
    setTyped(next)
  }
  const storeDraft = (next: string, over: string) => {
    setFrom(over)
    draft.keep({ from: { text: over }, base: null, values: { text: next } })
  }
  const discard = () => {
    draft.drop()
    setText(undefined)
    setRestored(null)
  }
  const type = (next: string) => {
    setText(next)
    if (next === saved) draft.drop()
    else storeDraft(next, text === saved ? saved : from)
  }
  /** Called when `sent` was saved and the saved value is `now`. Text typed meanwhile stays as a draft over it. Returns whether there was none. */
  const settle = (sent: string, now: string) => {
    const isUnchanged = latest.current === undefined || latest.current === sent
    if (isUnchanged) discard()
    else storeDraft(latest.current ?? '', now)
    setRestored(null)
    return isUnchanged
  }
  useAdoptedDraft(stored, (adopted) => {
    setText(adopted.values.text)
    setFrom(adopted.from.text)
  })
  return {
    text,
    type,
    discard,
    settle,
    isRestored: restored !== null && restored.values.text !== saved,
    /** Another text was saved since the typing began. */
    isOutdated: typed !== undefined && typed !== saved && from !== saved,
  }
}
