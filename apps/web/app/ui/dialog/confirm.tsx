import { Suspense, useState, useSyncExternalStore } from 'react'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'

/** A question that must be answered before something is done that cannot simply be taken back. */
interface Question {
  title: string
  text: string
  /** What else is to be known, a line each: what goes with it, what can be had back. */
  also?: readonly string[]
  /** The name of what it is about. */
  about?: string
  yes: string
  no: string
}

interface Asked extends Question {
  answer: (yes: boolean) => void
}

let asked: Asked | null = null
const listeners = new Set<() => void>()
const set = (next: Asked | null) => {
  asked = next
  for (const listener of listeners) listener()
}

/** Asks, and gives the answer. Closing the question is a no. */
export const confirm = (question: Question) =>
  new Promise<boolean>((resolve) => {
    const answer = (yes: boolean) => {
      set(null)
      resolve(yes)
    }
    set({ ...question, answer })
  })

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The open question, for the one place that shows it. */
export const useQuestion = () =>
  useSyncExternalStore(
    subscribe,
    () => asked,
    () => null,
  )

const ConfirmDialog = lazyWithRetry(async () => (await import('./Dialog.tsx')).ConfirmDialog)

/** Where the questions of `confirm` appear. The dialog is fetched with the first one. */
export const Confirmations = () => {
  const question = useQuestion()
  const [wasAsked, setWasAsked] = useState(false)
  if (question && !wasAsked) setWasAsked(true)
  return (
    wasAsked && (
      <Suspense>
        <ConfirmDialog />
      </Suspense>
    )
  )
}
