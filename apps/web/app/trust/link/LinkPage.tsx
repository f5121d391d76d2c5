import { phrase } from '@tradewind/contract/kit/phrase'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useParams } from 'react-router'
import { call } from '#kit/api/call'
import { type Failure, failureOf } from '#kit/api/failure'
import { fetchApi, notFoundResponse } from '#kit/page/fetchApi'
import { type Handle, Head } from '#kit/page/page'
import { useAllTexts, useLanguage, useText } from '#kit/text'
import { FailedLinkView } from '#platform/FailedLinkView'
import { LegalNote } from '#platform/legalText/Consent'
import { Notice } from '#ui/page/Notice'
import { Honeypot, OpenField } from '#ui/page/OpenField'
import styles from './linkPage.module.css'

export const handle: Handle = { hidden: true }

export const ErrorBoundary = FailedLinkView

export const loader = async ({ params: { code = '' }, context }: LoaderFunctionArgs) => {
  const link = await fetchApi(context, 'GET /api/reviewLink/open/:code', { code })
  if (!link) throw notFoundResponse()
  return link.data
}

interface RequestedCode {
  ask: string
  email: string
}

/** The page of a short link: asks for the mail address and the mailed code, and continues to the survey. */
export default function LinkPage() {
  useAllTexts()
  const t = useText()
  const { userCompanyName: company } = useLoaderData<typeof loader>()
  const { code = '' } = useParams()
  const [requested, setRequested] = useState<RequestedCode | null>(null)
  useEffect(() => void call('POST /api/reviewLink/visit', { code }).catch(() => undefined), [code])
  return (
    <section className={styles.link}>
      <Head title={t('Your review of {company}', { company })} />
      <h1>{t('How was it to work with {company}?', { company })}</h1>
      {requested ? (
        <CodeForm request={requested} onBack={() => setRequested(null)} />
      ) : (
        <AddressForm code={code} company={company} onRequested={setRequested} />
      )}
    </section>
  )
}

/** Submits a form, and stores the failure. */
const useSubmitForm = (send: (typed: Record<string, string>) => Promise<void>) => {
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
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

const FormFailure = ({ failure }: { failure: Failure | null }) => {
  const t = useText()
  const isNamed = failure && Object.keys(failure.fields).length > 0
  return failure && !isNamed ? <Notice kind="bad">{t(failure.message)}</Notice> : null
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

interface AddressFormProps {
  code: string
  company: string
  onRequested: (requested: RequestedCode) => void
}

const AddressForm = ({ code, company, onRequested }: AddressFormProps) => {
  const t = useText()
  const lang = useLanguage()
  const { submit, failure, busy } = useSubmitForm(async ({ firstName = '', lastName = '', email = '', website = '' }) => {
    const { ask } = await call('POST /api/reviewLink/ask', { code, firstName, lastName, email, website, lang })
    onRequested({ ask, email })
  })
  const faultOf = useFieldFault(failure)
  return (
    <form method="post" noValidate onSubmit={submit}>
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
      <FormFailure failure={failure} />
      <button type="submit" className="open-button open-button-main" disabled={busy}>
        {t('Send me a code')}
      </button>
    </form>
  )
}

interface CodeFormProps {
  request: RequestedCode
  onBack: () => void
}

const CodeForm = ({ request: { ask, email }, onBack }: CodeFormProps) => {
  const t = useText()
  const lang = useLanguage()
  const navigate = useNavigate()
  const statusRef = useRef<HTMLParagraphElement>(null)
  useEffect(() => statusRef.current?.focus(), [])
  const { submit, failure, busy } = useSubmitForm(async ({ code = '' }) => {
    const { token } = await call('POST /api/reviewLink/confirm', { ask, code })
    await navigate(`/review/${token}?lang=${lang}`)
  })
  return (
    <form method="post" noValidate onSubmit={submit}>
      <p ref={statusRef} tabIndex={-1}>
        {t('We have sent a code of six digits to {address}. It works for half an hour.', { address: email })}
      </p>
      <OpenField label={t('Code')} error={useFieldFault(failure)('code')} required>
        {(props) => <input {...props} name="code" inputMode="numeric" autoComplete="one-time-code" maxLength={12} />}
      </OpenField>
      <FormFailure failure={failure} />
      <div className={styles.buttons}>
        <button type="submit" className="open-button open-button-main" disabled={busy}>
          {t('Open the survey')}
        </button>
        <button type="button" className="open-button" onClick={onBack}>
          {t('Another address')}
        </button>
      </div>
    </form>
  )
}
