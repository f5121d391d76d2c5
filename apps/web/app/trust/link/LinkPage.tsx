import { phrase } from '@tradewind/contract/kit/phrase'
import { type RefObject, startTransition, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useParams } from 'react-router'
import { call } from '#kit/api/call'
import { type Failure, failureOf, reasonsOf } from '#kit/api/failure'
import { formStorage, useStoredForm } from '#kit/browser/storedForm'
import { fetchApi, notFoundResponse } from '#kit/page/fetchApi'
import { type Handle, Head } from '#kit/page/page'
import { useAllTexts, useLanguage, useText } from '#kit/text'
import { FailedLinkView } from '#platform/FailedLinkView'
import { LegalNote } from '#platform/legalText/Consent'
import { Notice } from '#ui/page/Notice'
import { Honeypot, OpenField } from '#ui/page/OpenField'
import styles from './linkPage.module.css'

/** A code that was mailed to an address. */
interface RequestedCode {
  ask: string
  email: string
}

/** Milliseconds for which a mailed code works. */
const CODE_LIFETIME = 30 * 60_000

const storageKeyOf = (link: string) => `reviewCode:${link}`

const readRequestedCode = (link: string): RequestedCode | null => {
  try {
    const { ask, email, expires } = JSON.parse(sessionStorage.getItem(storageKeyOf(link)) ?? 'null') as RequestedCode & {
      expires: number
    }
    return Date.now() < expires ? { ask, email } : null
  } catch {
    return null
  }
}

const storeRequestedCode = (link: string, requested: RequestedCode | null) => {
  try {
    if (requested)
      sessionStorage.setItem(storageKeyOf(link), JSON.stringify({ ...requested, expires: Date.now() + CODE_LIFETIME }))
    else sessionStorage.removeItem(storageKeyOf(link))
  } catch {
    // The page works without storage.
  }
}

/**
 * The code that was requested on the page of a short link, and a function to replace it. It is kept in this tab while it works: a phone
 * reloads the page when its reader returns from their mail.
 */
const useRequestedCode = (link: string) => {
  const [requested, setRequested] = useState<RequestedCode | null>(null)
  useEffect(() => startTransition(() => setRequested(readRequestedCode(link))), [link])
  const replace = (next: RequestedCode | null) => {
    storeRequestedCode(link, next)
    setRequested(next)
  }
  return [requested, replace] as const
}

export const handle: Handle = { hidden: true }

export const ErrorBoundary = FailedLinkView

export const loader = async ({ params: { code = '' }, context }: LoaderFunctionArgs) => {
  const link = await fetchApi(context, 'GET /api/reviewLink/open/:code', { code })
  if (!link) throw notFoundResponse()
  return link.data
}

/** The page of a short link: asks for the mail address and the mailed code, and continues to the survey. */
export default function LinkPage() {
  useAllTexts()
  const t = useText()
  const { userCompanyName: company } = useLoaderData<typeof loader>()
  const { code = '' } = useParams()
  const [requested, setRequested] = useRequestedCode(code)
  useEffect(() => void call('POST /api/reviewLink/visit', { code }).catch(() => undefined), [code])
  return (
    <section className={styles.link}>
      <Head title={t('Your review of {company}', { company })} />
      <h1>{t('How was it to work with {company}?', { company })}</h1>
      {requested ? (
        <CodeForm link={code} request={requested} onEnd={() => setRequested(null)} />
      ) : (
        <AddressForm code={code} company={company} onRequested={setRequested} />
      )}
    </section>
  )
}

/** Submits a form, and stores the failure. The first invalid field gets the focus. */
const useSubmitForm = (form: RefObject<HTMLFormElement | null>, send: (typed: Record<string, string>) => Promise<void>) => {
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (failure) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [failure, form])
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setBusy(true)
    setFailure(null)
    const typed = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
    await send(typed).catch((error: unknown) => setFailure(failureOf(error)))
    setBusy(false)
  }
  return { submit: (event: SubmitEvent<HTMLFormElement>) => void submit(event), failure, busy }
}

/** Why a form was rejected, apart from the errors that its fields show. */
const FormFailure = ({ failure, shownFields }: { failure: Failure | null; shownFields: readonly string[] }) => {
  const t = useText()
  const reasons = failure ? reasonsOf(failure, shownFields) : []
  return reasons.length > 0 ? <Notice kind="bad">{reasons.map((reason) => t(reason)).join(' ')}</Notice> : null
}

const useFieldFault = (failure: Failure | null) => {
  const t = useText()
  return (field: string) => {
    const fault = failure?.fields[field]
    return fault ? t(fault) : undefined
  }
}

const names = [
  { name: 'firstName', label: phrase('First Name'), autoComplete: 'given-name' },
  { name: 'lastName', label: phrase('Last Name'), autoComplete: 'family-name' },
] as const

/** The name under which the browser keeps what was typed into the address form of a link. */
const storedNameOf = (link: string) => `reviewLink:${link}`

interface AddressFormProps {
  code: string
  company: string
  onRequested: (requested: RequestedCode) => void
}

const AddressForm = ({ code, company, onRequested }: AddressFormProps) => {
  const t = useText()
  const lang = useLanguage()
  const form = useRef<HTMLFormElement>(null)
  const { storeInput } = useStoredForm(storedNameOf(code), form)
  const { submit, failure, busy } = useSubmitForm(form, async ({ firstName = '', lastName = '', email = '', website = '' }) => {
    const { ask } = await call('POST /api/reviewLink/ask', { code, firstName, lastName, email, website, lang })
    onRequested({ ask, email })
  })
  const faultOf = useFieldFault(failure)
  return (
    <form ref={form} method="post" noValidate onInput={storeInput} onSubmit={submit}>
      <p>
        {t(
          'Your answers count towards the trust score of {company}, good or bad. So that each customer answers once, we first send a code to your address.',
          {
            company,
          },
        )}
      </p>
      {names.map(({ name, label, autoComplete }) => (
        <OpenField key={name} label={t(label)} error={faultOf(name)} required>
          {(props) => <input {...props} name={name} autoComplete={autoComplete} maxLength={100} />}
        </OpenField>
      ))}
      <OpenField label={t('Email')} error={faultOf('email')} required>
        {(props) => <input {...props} type="email" name="email" autoComplete="email" maxLength={254} />}
      </OpenField>
      <LegalNote />
      <Honeypot />
      <FormFailure failure={failure} shownFields={['firstName', 'lastName', 'email']} />
      <button type="submit" className="open-button open-button-main" disabled={busy}>
        {t('Send me a code')}
      </button>
    </form>
  )
}

interface CodeFormProps {
  link: string
  request: RequestedCode
  /** The code was used, or is no longer wanted. */
  onEnd: () => void
}

const CodeForm = ({ link, request: { ask, email }, onEnd }: CodeFormProps) => {
  const t = useText()
  const lang = useLanguage()
  const navigate = useNavigate()
  const statusRef = useRef<HTMLParagraphElement>(null)
  useEffect(() => statusRef.current?.focus(), [])
  const form = useRef<HTMLFormElement>(null)
  const { submit, failure, busy } = useSubmitForm(form, async ({ code = '' }) => {
    const { token } = await call('POST /api/reviewLink/confirm', { ask, code })
    formStorage(storedNameOf(link)).keep({})
    await navigate(`/review/${token}?lang=${lang}`)
    onEnd()
  })
  return (
    <form ref={form} method="post" noValidate onSubmit={submit}>
      <p ref={statusRef} tabIndex={-1}>
        {t('We have sent a code of six digits to {address}. It works for half an hour.', { address: email })}
      </p>
      <OpenField label={t('Code')} error={useFieldFault(failure)('code')} required>
        {(props) => <input {...props} name="code" inputMode="numeric" autoComplete="one-time-code" maxLength={12} />}
      </OpenField>
      <FormFailure failure={failure} shownFields={['code']} />
      <div className={styles.buttons}>
        <button type="submit" className="open-button open-button-main" disabled={busy}>
          {t('Open the survey')}
        </button>
        <button type="button" className="open-button" onClick={onEnd}>
          {t('Another address')}
        </button>
      </div>
    </form>
  )
}
