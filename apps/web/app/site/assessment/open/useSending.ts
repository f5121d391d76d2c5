import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { request } from '#kit/api/call'
import { Failure, failureOf } from '#kit/api/failure'
import { newKeys } from '#kit/api/keys'
import { useLanguage } from '#kit/text'
import { type Contact, contactFaults, type Faults } from './contact.values.ts'

interface Sending {
  /** Null for whoever is signed in: the account has it. */
  contact: Contact | null
  /** The server does not take the contact data. */
  onRefused: (faults: Faults) => void
  onSent: (words: string) => void
}

interface Answer {
  questionId: string
  score: number
}

/** The questions are others than when the page was opened: they are read anew, and what was answered stands. */
const asksOtherwise = ({ status, fields }: Failure) => status === 409 || 'answers' in fields

/** Sends the answers. Where they do not arrive nothing is lost, and it says why. */
export const useSending = ({ contact, onRefused, onSent }: Sending) => {
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const lang = useLanguage()
  const keys = useRef(newKeys())
  const send = async (answers: Answer[], website: string) => {
    setBusy(true)
    setFailure(null)
    const input = { ...contact, answers, lang, website }
    const reply = await request('POST /api/auditQuestion/', input, { idempotencyKey: keys.current.keyOf(input) }).catch(failureOf)
    setBusy(false)
    if (!(reply instanceof Failure)) return onSent(reply.message)
    setFailure(reply)
    const faults = contactFaults(reply.fields)
    if (Object.keys(faults).length > 0) onRefused(faults)
    else if (asksOtherwise(reply)) await revalidate()
  }
  return { send, failure, clear: () => setFailure(null), busy }
}
