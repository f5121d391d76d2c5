import { startTransition, useEffectEvent, useLayoutEffect, useState } from 'react'
import { session, useRoles } from '#kit/session'
import type { Contact, Faults } from './contact.values.ts'
import { contactGiven, dropKept, isStarted, keepStart } from './kept.ts'

type Stage = 'intro' | 'questions' | 'thanks'

/** Who has given what, and whether the page was left in the middle. */
interface Left {
  contact: Contact | null
  isBack: boolean
}

/** Calls where the page was left among the questions, with the contact data that was given before. */
const useWayBack = (comeBack: (contact: Contact | null) => void) => {
  const come = useEffectEvent(comeBack)
  useLayoutEffect(() => {
    const given = contactGiven()
    if (isStarted() && (given || session.isOpen())) startTransition(() => come(given))
  }, [])
}

/** From the start over the contact data, which whoever is signed in need not give, to the questions and the thanks. */
export const useSteps = () => {
  const isSignedIn = useRoles().length > 0
  const [stage, setStage] = useState<Stage>('intro')
  const [{ contact, isBack }, setLeft] = useState<Left>({ contact: null, isBack: false })
  const [faults, setFaults] = useState<Faults | null>(null)
  const [words, setWords] = useState('')
  useWayBack((given) => {
    setLeft({ contact: given, isBack: true })
    setStage('questions')
  })
  const goOn = () => {
    keepStart()
    startTransition(() => setStage('questions'))
  }
  const contactIsGiven = (given: Contact) => {
    setLeft({ contact: given, isBack })
    setFaults(null)
    goOn()
  }
  const sent = (said: string) => {
    dropKept()
    setWords(said)
    setStage('thanks')
  }
  return {
    stage,
    contact: isSignedIn ? null : contact,
    isBack,
    /** The contact dialog is open, and this was refused before. */
    faults,
    /** What the server said to the answers. */
    words,
    start: () => (isSignedIn ? goOn() : setFaults({})),
    openContact: setFaults,
    closeContact: () => setFaults(null),
    contactIsGiven,
    sent,
  }
}
