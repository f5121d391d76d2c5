import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Failure, failureOf } from '#kit/api/failure'
import { useText } from '#kit/text'

/** Finds the first match of the typed text before the list shows it. Resolves to a function that chooses it; to null if nothing matches. Rejects with a Failure. */
export type Prefetch = (words: string) => Promise<(() => void) | null>

/**
 * Chooses the first match of a text that was confirmed before its search was answered, unless the user does something else in the field until
 * then. The form is not submitted before. `fault`: why there is no choice, if the field was left.
 */
export const useLateChoice = (input: RefObject<HTMLInputElement | null>, prefetch: Prefetch | undefined) => {
  const t = useText()
  const [fault, setFault] = useState<string | null>(null)
  /** The search whose choice is awaited. */
  const awaited = useRef<unknown>(null)
  const cancel = () => {
    awaited.current = null
    input.current?.removeAttribute('aria-busy')
    setFault(null)
  }
  const faultOf = (failure: Failure | null | undefined, words: string) =>
    failure ? t(failure.message) : t('Nothing matches “{text}”', { text: words.trim() })
  /** `settle`: ends the typing. */
  const run = async (words: string, settle: () => void) => {
    const field = input.current!
    const search = prefetch?.(words).catch(failureOf)
    cancel()
    awaited.current = search
    field.setAttribute('aria-busy', 'true')
    let isSubmitted = false
    const hold = (event: Event) => {
      event.preventDefault()
      event.stopPropagation()
      isSubmitted = true
    }
    field.form?.addEventListener('submit', hold, true)
    const found = await search
    field.form?.removeEventListener('submit', hold, true)
    // The form may be gone.
    if (awaited.current !== search || !field.isConnected) return
    cancel()
    if (typeof found === 'function') {
      flushSync(() => {
        settle()
        found()
      })
      if (isSubmitted) field.form?.requestSubmit()
    } else if (field !== document.activeElement) {
      if (!found) settle() // after a failure the text stays
      setFault(faultOf(found, words))
      if (isSubmitted) field.focus()
    }
  }
  return { run, cancel, isAwaited: () => awaited.current !== null, fault }
}
