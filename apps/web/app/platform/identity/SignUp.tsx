import { phrase } from '@tradewind/contract/kit/phrase'
import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { Failure, toUnreachableFailure } from '#kit/api/failure'
import { useIsReady, useStoredForm } from '#kit/browser/storedForm'
import { Head, useLanguageLink, usePage } from '#kit/page/page'
import { useAllTexts, useLanguage, useText } from '#kit/text'
import { LegalNote } from '#platform/legalText/Consent'
import { Notice } from '#ui/page/Notice'
import { Honeypot, OpenField } from '#ui/page/OpenField'
import { redirectSignedIn } from './redirectSignedIn.ts'
import styles from './signup.module.css'

/** Redirects users who are already signed in, unless a mail invites an address, which may be another than theirs. */
export const clientLoader = ({ request }: { request: Request }) =>
  new URL(request.url).searchParams.has('email') ? null : redirectSignedIn(request)
clientLoader.hydrate = true as const

/** With a loader the server renders the form, so that it is visible before any script has run. */
export const loader = () => null

/** Creates a free account, if the tenant allows sign-up. */
export default function SignUp() {
  const { allowsSignUp } = usePage().tenant
  return <div className={styles.page}>{allowsSignUp ? <Open /> : <Closed />}</div>
}

const Open = () => {
  const t = useText()
  const invited = useInvited()
  return (
    <>
      <Head
        title={t('Create Free Account')}
        description={t('A free account for files that are shared with you: read and download them, and keep your profile.')}
      />
      <section>
        <h1>{t('Create Free Account')}</h1>
        {invited && (
          <p className={styles.invited} role="status">
            {t('Someone shared files with this address. You find them under Shared with me once it is confirmed.')}
          </p>
        )}
        <SignUpForm key={invited} invited={invited} />
        <p className={styles.other}>
          {t('You have an account?')} <LoginLink />
        </p>
      </section>
      <Benefits />
    </>
  )
}

/** The mail address from the link that led here. Read in the browser, since the server renders the same page for everybody. */
const useInvited = () => {
  const emailParam = useSearchParams()[0].get('email') ?? ''
  return useIsReady() && emailParam.includes('@') ? emailParam : ''
}

const LoginLink = () => {
  const t = useText()
  const withLang = useLanguageLink()
  return <Link to={withLang('/auth/login')}>{t('Login')}</Link>
}

const benefits = [
  [phrase('What is shared with you'), phrase('Find all files and folders that members share with your address in one place.')],
  [phrase('Your profile'), phrase('Your name, your language and your password are yours to change.')],
  [phrase('No credit card, no time limit'), phrase('It is free and does not expire. You can choose a plan whenever you like.')],
] as const

/** What a free account includes, and what it does not. */
const Benefits = () => {
  const t = useText()
  return (
    <aside className={styles.benefits} aria-labelledby="benefits">
      <h2 id="benefits">{t('What a free account includes')}</h2>
      <ul>
        {benefits.map(([title, text]) => (
          <li key={title}>
            <h3>{t(title)}</h3>
            <p>{t(text)}</p>
          </li>
        ))}
      </ul>
      <p>{t('Companies, contacts and a drive of your own come with the plans.')}</p>
    </aside>
  )
}

const Closed = () => {
  const t = useText()
  const { name, contact } = usePage().tenant
  return (
    <section>
      <Head title={t('Create Free Account')} />
      <h1>{t('Create Free Account')}</h1>
      <p className={styles.closed}>{t('{name} creates accounts for its users and invites them by email.', { name })}</p>
      {contact && (
        <p className={styles.closed}>
          {t('Contact')}: <a href={`mailto:${contact}`}>{contact}</a>
        </p>
      )}
      <p className={styles.closed}>
        {t('You have an account?')} <LoginLink />
      </p>
    </section>
  )
}

interface SignUpFormProps {
  /** The mail address from the link that led here. */
  invited: string
}

/** Keeps what was typed until the account is created. */
const SignUpForm = ({ invited }: SignUpFormProps) => {
  useAllTexts()
  const t = useText()
  const form = useRef<HTMLFormElement>(null)
  const { storeInput, drop, isReady } = useStoredForm(`signUp:${invited}`, form)
  const { submit, said, failure, busy } = useSigningUp(form, drop)
  useEffect(() => {
    const field = form.current?.querySelector<HTMLInputElement>('[name="emailAddress"]')
    if (field && invited && !field.value) field.value = invited
  }, [invited])
  if (said !== null)
    return (
      <Notice kind="good" title={t('Account Created Successfully')}>
        {t(said)}
      </Notice>
    )
  return (
    <form
      ref={form}
      className={styles.form}
      method="post"
      noValidate
      aria-busy={busy}
      onInput={storeInput}
      onSubmit={(event) => void submit(event)}
    >
      {failure && <Notice kind="bad">{t(failure.message)}</Notice>}
      <SignUpFields faults={failure?.fields ?? {}} />
      <LegalNote />
      <noscript>
        <p>{t('This form needs JavaScript. Please allow scripts for this page.')}</p>
      </noscript>
      <button type="submit" className="open-button open-button-main" disabled={busy || !isReady}>
        {busy ? t('Creating the account …') : t('Create Free Account')}
      </button>
    </form>
  )
}

const names = [
  { name: 'firstName', label: phrase('First Name'), autoComplete: 'given-name', required: true },
  { name: 'middleName', label: phrase('Middle Name (optional)'), autoComplete: 'additional-name', required: false },
  { name: 'lastName', label: phrase('Last Name'), autoComplete: 'family-name', required: true },
] as const

/** The fields of the form, named as the call expects them. */
const SignUpFields = ({ faults }: { faults: Readonly<Record<string, string>> }) => {
  const t = useText()
  const errorOf = (field: string) => faults[field] && t(faults[field])
  return (
    <>
      {names.map(({ name, label, autoComplete, required }) => (
        <OpenField key={name} label={t(label)} error={errorOf(name)} required={required}>
          {(props) => <input {...props} name={name} autoComplete={autoComplete} maxLength={200} />}
        </OpenField>
      ))}
      <OpenField label={t('Email')} error={errorOf('emailAddress')} required>
        {(props) => <input {...props} type="email" name="emailAddress" autoComplete="email" maxLength={254} />}
      </OpenField>
      <OpenField label={t('Company Name')} error={errorOf('userCompanyName')} required>
        {(props) => <input {...props} name="userCompanyName" autoComplete="organization" maxLength={200} />}
      </OpenField>
      <OpenField label={t('Brand Logo (optional)')} error={errorOf('file')}>
        {(props) => (
          <>
            <input {...props} type="file" name="file" accept="image/png,image/jpeg,image/webp,image/gif,image/avif" />
            <p className={styles.hint}>{t('PNG, JPEG, WebP or GIF, 2 MB at most.')}</p>
          </>
        )}
      </OpenField>
      <Honeypot />
    </>
  )
}

const redirectDelay = 3000 // milliseconds until the redirect home
const nameless = phrase('Company Name is required!')
const empty = phrase('This is required')

/** The messages for the other required fields that are empty. */
const findEmpty = (fields: Record<'firstName' | 'lastName' | 'emailAddress', string>) =>
  Object.fromEntries(
    (['firstName', 'lastName', 'emailAddress'] as const).flatMap((name) => (fields[name].trim() ? [] : [[name, empty]])),
  )

const fieldsIn = (form: HTMLFormElement) => {
  const { file, ...fields } = Object.fromEntries(new FormData(form)) as Record<string, string> & { file?: string | File }
  const { firstName = '', lastName = '', emailAddress = '', userCompanyName = '', ...rest } = fields
  const logo = file instanceof File && file.size > 0 ? { file } : {}
  return { firstName, lastName, emailAddress, userCompanyName, ...rest, ...logo }
}

/** The code that sends is loaded after the page. */
const loadSender = () => import('./sendSignUp.ts')

/** Sends the form. Once the account is created, `said` is the server's message, and the page redirects home. */
const useSigningUp = (form: RefObject<HTMLFormElement | null>, onArrived: () => void) => {
  const lang = useLanguage()
  const next = useSearchParams()[0].get('next')
  const [message, setMessage] = useState<string | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  useWayHome(message)
  useEffect(() => void loadSender().catch(toUnreachableFailure), [])
  useEffect(() => {
    if (failure) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [failure, form])
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = fieldsIn(event.currentTarget)
    flushSync(() => setFailure(null))
    if (!fields.userCompanyName.trim())
      return setFailure(new Failure(422, nameless, { ...findEmpty(fields), userCompanyName: nameless }))
    setBusy(true)
    const outcome = await loadSender().then(({ requestSignUp }) => requestSignUp({ ...fields, lang }, next), toUnreachableFailure)
    setBusy(false)
    if (outcome instanceof Failure) return setFailure(outcome)
    onArrived()
    setMessage(outcome)
  }
  return { submit, said: message, failure, busy }
}

/** Redirects home, where the message stays: it says what to do next, and three seconds are too short to read it. */
const useWayHome = (notice: string | null) => {
  const navigate = useNavigate()
  const home = useLanguageLink()('/')
  useEffect(() => {
    if (notice === null) return
    const timer = setTimeout(() => void navigate(home, { state: { notice } }), redirectDelay)
    return () => clearTimeout(timer)
  }, [notice, home, navigate])
}
