import { useRef, useState } from 'react'
import { draftOf } from '#kit/browser/drafts'
import { useInUse } from '#kit/browser/version'

/** A text with a draft over its saved value. What was typed survives a reload and an ended session, under its name, until it is saved. */
export const useDraft = (name: string, saved: string) => {
  const draft = draftOf<{ text: string }>(name)
  const [found, setFound] = useState(draft.read)
  const [typed, setTyped] = useState(found?.values.text)
  const latest = useRef(typed)
  const text = typed ?? saved
  useInUse(text !== saved)

  const put = (next: string | undefined) => {
    latest.current = next
    setTyped(next)
  }
  const keep = (next: string, over: string) => draft.keep({ from: { text: over }, base: null, values: { text: next } })
  const discard = () => {
    draft.drop()
    put(undefined)
    setFound(null)
  }
  const type = (next: string) => {
    put(next)
    if (next === saved) draft.drop()
    else keep(next, saved)
  }
  /** Called when `sent` was saved and the saved value is `now`. Text typed meanwhile stays as a draft over it. Returns whether there was none. */
  const settle = (sent: string, now: string) => {
    const isAll = latest.current === undefined || latest.current === sent
    if (isAll) discard()
    else keep(latest.current ?? '', now)
    setFound(null)
    return isAll
  }
  const isRestored = found !== null && found.values.text !== saved
  return { text, type, discard, settle, isRestored, isOutdated: isRestored && found.from.text !== saved }
}
