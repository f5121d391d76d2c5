import { useState, useSyncExternalStore } from 'react'
import { fetchPart, LazyPart } from '#ui/page/lazyWithRetry'

/** A question to confirm before something is done that cannot simply be undone, or that others see at once. */
interface Question {
  title: string
  text: string
  /** Further information, a line each: what is deleted as well, what can be restored. */
  details?: readonly string[]
  recordName?: string
  confirmLabel: string
  /** Nothing is lost by it, such as by publishing: its button is not red. */
  isHarmless?: boolean
  /** *Cancel* by default. */
  cancelLabel?: string
}

interface OpenQuestion extends Question {
  answer: (isConfirmed: boolean) => void
}

let openQuestion: OpenQuestion | null = null
const listeners = new Set<() => void>()
const setOpenQuestion = (next: OpenQuestion | null) => {
  openQuestion = next
  for (const listener of listeners) listener()
}

let lastAnswer = Promise.resolve(true)

/** Asks the question, once any other one is answered, and returns the answer. Closing the dialog means no. */
export const confirm = (question: Question) => (lastAnswer = lastAnswer.then(() => ask(question)))

const ask = (question: Question) =>
  new Promise<boolean>((resolve) => {
    const answer = (isConfirmed: boolean) => {
      setOpenQuestion(null)
      resolve(isConfirmed)
    }
    setOpenQuestion({ ...question, answer })
  })

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The open question, for the one component that shows it. */
export const useQuestion = () =>
  useSyncExternalStore(
    subscribe,
    () => openQuestion,
    () => null,
  )

const loadDialog = async () => (await import('./Dialog.tsx')).ConfirmDialog

/** Loads the dialog where a question may have to be asked without a connection. */
export const fetchConfirmDialog = () => fetchPart(loadDialog)

/** Shows the questions of `confirm`. The dialog is loaded with the first one. */
export const Confirmations = () => {
  const question = useQuestion()
  const [wasAsked, setWasAsked] = useState(false)
  if (question && !wasAsked) setWasAsked(true)
  return wasAsked && <LazyPart load={loadDialog} props={{}} fallback={null} />
}
