import { useRef, useState } from 'react'
import { useInUse } from '#kit/browser/version'
import { useAdoptedDraft, useStoredDraft } from './useStoredDraft.ts'

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
