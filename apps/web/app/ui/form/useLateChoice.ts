import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { failureOf } from '#kit/api/failure'
import { useText } from '#kit/text'

/** Finds the first match of the typed text before the list shows it. Resolves to a function that chooses it; to null if nothing matches. Rejects with a Failure. */
export type Prefetch = (words: string) => Promise<(() => void) | null>

/** Holds back the submission of a form. Returns a function that ends this, and says whether the form was to be submitted meanwhile. */
const holdSubmission = (form: HTMLFormElement | null) => {
  let isSubmitted = false
  const hold = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
    isSubmitted = true
  }
  form?.addEventListener('submit', hold, { capture: true })
  return () => {
    form?.removeEventListener('submit', hold, { capture: true })
    return isSubmitted
  }
}

/**
 * Chooses the first match of a text that was confirmed before its search was answered, unless the user does something else in the field until
 * then. The form is not submitted before. `fault`: why there is no choice, if the field was left.
 */
export const useLateChoice = (input: RefObject<HTMLInputElement | null>, prefetch: Prefetch | undefined) => {
  const t = useText()
  const [fault, setFault] = useState<string | null>(null)
  const latestRun = useRef(0)
  const [isRunning, setRunning] = useState(false)
  const cancel = () => {
    latestRun.current++
    input.current?.removeAttribute('aria-busy')
    setRunning(false)
    setFault(null)
  }
  useEffect(
    () => () => {
      latestRun.current++
    },
    [],
  )
  /** `settle`: ends the typing. */
  const run = async (words: string, settle: () => void) => {
    const field = input.current
    if (!prefetch || !field) return
    cancel()
    const ownRun = latestRun.current
    setRunning(true)
    field.setAttribute('aria-busy', 'true')
    const release = holdSubmission(field.form)
    const found = await prefetch(words).catch(failureOf)
    const isSubmitted = release()
    if (latestRun.current !== ownRun) return
    cancel()
    if (typeof found === 'function') {
      flushSync(() => {
        settle()
        found()
      })
      if (isSubmitted) field.form?.requestSubmit()
    } else if (field !== document.activeElement) {
      if (!found) settle() // after a failure the text stays
      setFault(found ? t(found.message) : t('Nothing matches “{text}”', { text: words.trim() }))
      if (isSubmitted) field.focus()
    }
  }
  return { run, cancel, isRunning, fault }
}
