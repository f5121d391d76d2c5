import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { request } from '#kit/api/call'
import type { Route } from '#kit/api/calls'
import { failureOf } from '#kit/api/failure'
import { useKeptForm } from '#kit/browser/kept-form'
import { useLanguage, useText } from '#kit/text'
import { lackingConsent } from '#platform/legalText/Consent'
import { OpenDialog } from '#site/OpenDialog'
import { Notice } from '#ui/page/Notice'
import { allMandatory, blankIn, type Mandatory } from './blank.ts'
import type { Faults } from './EnquirerFields.tsx'

/** The server's reply to a form. */
export interface EnquiryReply {
  responseStatus: string
  message: string
}

/** The typed values by field, and the language for the reply. */
type Sent = Readonly<Record<string, string>> & { lang: ReturnType<typeof useLanguage> }

interface EnquiryConfig {
  route: Route
  /** The input of the call, if it differs from the typed values. */
  input?: (sent: Sent) => object
  /** Checked before the form is sent. Without it the server says what is missing. */
  mandatory?: Mandatory
  /** Put before the server's message if nothing was accepted and no field is at fault. */
  trouble?: string
  onArrived: (said: EnquiryReply) => void
}

interface Word {
  title?: string
  text: string
  /** Milliseconds for which the message is shown. */
  stands?: number
}

const asTyped = (sent: Sent) => sent

/** Sends a form of visitors, and shows the result: accepted, faults in fields, or another failure. */
const useEnquiry = ({ route, input = asTyped, mandatory = {}, trouble, onArrived }: EnquiryConfig) => {
  const lang = useLanguage()
  const [faults, setFaults] = useState<Faults>({})
  const [word, setWord] = useState<Word | null>(null)
  const [busy, setBusy] = useState(false)
  const refuse = (error: unknown, form: HTMLFormElement) => {
    const { fields, message } = failureOf(error)
    const named = Object.keys(fields).some((field) => form.elements.namedItem(field))
    setFaults(fields)
    setBusy(false)
    if (!named) setWord({ text: Object.values(fields)[0] ?? message, ...(trouble && { title: trouble }) })
  }
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const typed = Object.fromEntries(new FormData(form)) as Record<string, string>
    const blank = blankIn(typed, mandatory)
    const isWhole = Object.keys(blank).length === 0
    const lacking = { ...blank, ...lackingConsent(form) }
    setFaults(lacking)
    setWord(isWhole ? null : { ...allMandatory })
    if (Object.keys(lacking).length > 0) return
    setBusy(true)
    const given = input({ ...typed, lang })
    // If the dialog is closed, opened and sent again unchanged, it counts as the same submit until the reply arrives.
    await request(route, given, { once: true }).then(onArrived, (error: unknown) => refuse(error, form))
  }
  return { submit, faults, word, forget: () => setWord(null), busy }
}

interface AskingDialogProps extends Omit<EnquiryConfig, 'onArrived'> {
  title: string
  /** The name under which this browser stores what was typed. */
  name: string
  onClose: () => void
  onDone: EnquiryConfig['onArrived']
  /** Renders the fields with their faults. */
  children: (faults: Faults) => ReactNode
}

/** A form in a dialog over an open page. What was typed is restored until the form has been accepted. */
export const EnquiryModal = ({ title, name, onClose, onDone, children, ...asking }: AskingDialogProps) => {
  const t = useText()
  const form = useRef<HTMLFormElement>(null)
  const { heed, drop } = useKeptForm(name, form)
  const onArrived: EnquiryConfig['onArrived'] = (said) => {
    drop()
    onDone(said)
  }
  const { submit, faults, word, forget, busy } = useEnquiry({ ...asking, onArrived })
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [faults])
  return (
    <OpenDialog title={title} onClose={onClose}>
      <form ref={form} method="post" noValidate aria-busy={busy} onInput={heed} onSubmit={(event) => void submit(event)}>
        {children(faults)}
        {word && (
          <Notice kind="bad" {...word} onGone={forget}>
            {t(word.text)}
          </Notice>
        )}
        <button type="submit" className="open-button open-button-main" disabled={busy}>
          {t('Send')}
        </button>
      </form>
    </OpenDialog>
  )
}
