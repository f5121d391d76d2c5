import { phrase } from '@tradewind/contract/kit/phrase'
import { type ReactNode, type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { call, request } from '#kit/api/call'
import type { Route } from '#kit/api/calls'
import { failureOf } from '#kit/api/failure'
import { fillEmptyFields, useStoredForm } from '#kit/browser/storedForm'
import { useActor } from '#kit/session'
import { useLanguage, useText } from '#kit/text'
import { consentError } from '#platform/legalText/Consent'
import { OpenDialog } from '#site/OpenDialog'
import { Notice } from '#ui/page/Notice'
import type { Faults } from './EnquirerFields.tsx'
import { allMandatoryNotice, findBlank, type MandatoryMessages } from './mandatory.ts'

/** The server's reply to a form. */
export interface EnquiryReply {
  responseStatus: string
  message: string
}

/** The typed values by field, and the language for the reply. */
type SentValues = Readonly<Record<string, string>> & { lang: ReturnType<typeof useLanguage> }

interface EnquiryConfig {
  route: Route
  /** The input of the call, if it differs from the typed values. */
  input?: (sent: SentValues) => object
  /** Checked before the form is sent. Without it the server says what is missing. */
  mandatory?: MandatoryMessages
  /** Put before the server's message if nothing was accepted and no field is at fault. */
  errorTitle?: string
  onArrived: (reply: EnquiryReply) => void
}

interface FormMessage {
  title?: string
  text: string
  /** Milliseconds for which the message is shown. */
  duration?: number
}

const identity = (sent: SentValues) => sent

/** Sends a form of visitors, and shows the result: accepted, faults in fields, or another failure. */
const useEnquiry = ({ route, input = identity, mandatory = {}, errorTitle, onArrived }: EnquiryConfig) => {
  const lang = useLanguage()
  const [faults, setFaults] = useState<Faults>({})
  const [word, setWord] = useState<FormMessage | null>(null)
  const [busy, setBusy] = useState(false)
  const handleFailure = (error: unknown, form: HTMLFormElement) => {
    const { fields, message } = failureOf(error)
    const hasField = Object.keys(fields).some((field) => form.elements.namedItem(field))
    setFaults(fields)
    setBusy(false)
    if (!hasField) setWord({ text: Object.values(fields)[0] ?? message, ...(errorTitle && { title: errorTitle }) })
  }
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const typed = Object.fromEntries(new FormData(form)) as Record<string, string>
    const blank = findBlank(typed, mandatory)
    const isFilled = Object.keys(blank).length === 0
    const consent = consentError(form)
    // A form without consent is not sent, so the server cannot say what else is missing.
    const missing = { ...(consent.consent && emptyFieldErrors(form)), ...blank, ...consent }
    flushSync(() => setFaults({}))
    setFaults(missing)
    setWord(isFilled ? null : { ...allMandatoryNotice })
    if (Object.keys(missing).length > 0) return
    setBusy(true)
    const callInput = input({ ...typed, lang })
    // If the dialog is closed, opened and sent again unchanged, it counts as the same submit until the reply arrives.
    await request(route, callInput, { hasOwnKey: true }).then(onArrived, (error: unknown) => handleFailure(error, form))
  }
  return { submit, faults, word, forget: () => setWord(null), busy }
}

/** The errors for the required fields that are empty. */
const emptyFieldErrors = (form: HTMLFormElement) => {
  const fields = [...form.querySelectorAll<HTMLInputElement>(':required')].filter(({ value }) => value.trim() === '')
  return Object.fromEntries(fields.map(({ name }) => [name, phrase('This is required')]))
}

/** The first required field that is empty once the stored values are restored. */
const findEmptyField = (form: HTMLFormElement | null) =>
  [...(form?.querySelectorAll<HTMLInputElement>(':required') ?? [])].find(({ value }) => value === '')

/** Fills in the name and the address of a signed-in user, unless others were typed. */
const useAccountValues = (form: RefObject<HTMLFormElement | null>) => {
  const isSignedIn = useActor().roles.length > 0
  useEffect(() => {
    const fill = async () => {
      const account = await call('GET /api/auth/account').catch(() => null)
      if (!account || !form.current) return
      const focused = document.activeElement as Partial<HTMLInputElement> | null
      const before = focused?.value
      fillEmptyFields(form.current, { name: account.fullName, email: account.emailAddress })
      if (focused?.value !== before) findEmptyField(form.current)?.focus()
    }
    if (isSignedIn) void fill()
  }, [form, isSignedIn])
}

interface EnquiryModalProps extends Omit<EnquiryConfig, 'onArrived'> {
  title: string
  /** The name under which this browser stores what was typed. */
  name: string
  onClose: () => void
  onDone: EnquiryConfig['onArrived']
  /** Renders the fields with their faults. */
  children: (faults: Faults) => ReactNode
}

/** A form in a dialog over an open page. What was typed is restored until the form has been accepted. */
export const EnquiryModal = ({ title, name, onClose, onDone, children, ...enquiry }: EnquiryModalProps) => {
  const t = useText()
  const form = useRef<HTMLFormElement>(null)
  const { storeInput, drop } = useStoredForm(name, form)
  useAccountValues(form)
  const onArrived: EnquiryConfig['onArrived'] = (reply) => {
    drop()
    onDone(reply)
  }
  const { submit, faults, word, forget, busy } = useEnquiry({ ...enquiry, onArrived })
  useEffect(() => findEmptyField(form.current)?.focus(), [])
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [faults])
  return (
    <OpenDialog title={title} onClose={onClose}>
      <form ref={form} method="post" noValidate aria-busy={busy} onInput={storeInput} onSubmit={(event) => void submit(event)}>
        {children(faults)}
        {word && (
          <Notice kind="bad" {...word} onExpire={forget}>
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
