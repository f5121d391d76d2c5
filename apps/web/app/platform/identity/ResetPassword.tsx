import { Button, Title } from '@mantine/core'
import { phrase } from '@tradewind/contract/kit/phrase'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useParams, useSearchParams } from 'react-router'
import { call } from '#kit/api/call'
import { failureOf } from '#kit/api/failure'
import { useEarlyInput } from '#kit/browser/storedForm'
import { fetchApi } from '#kit/page/fetchApi'
import { type Handle, Head } from '#kit/page/page'
import { session } from '#kit/session'
import { useAllTexts, useText } from '#kit/text'
import { landingOf, returnPathOf } from '#platform/landing'
import { Notice } from '#ui/page/Notice'
import { ForgotForm, PasswordField, rememberLogoutPath } from './SignIn.tsx'
import styles from './signIn.module.css'

export const handle: Handle = { secret: true }

export const loader = async ({ params: { token = '' }, context }: LoaderFunctionArgs) => {
  const link = await fetchApi(context, 'GET /api/auth/reset-password/:token', { token })
  return { isFirst: link?.data.isFirst ?? false }
}

/** The first password of an account is set, each later one is reset. */
const words = {
  first: {
    title: phrase('Choose your password'),
    button: phrase('Choose password'),
    done: phrase('Welcome'),
    said: phrase('Your password is set and you are signed in.'),
  },
  later: {
    title: phrase('Set a new password'),
    button: phrase('Reset Password'),
    done: phrase('Password Reset'),
    said: phrase('Your password has been reset successfully!'),
  },
}
const useWords = () => words[useLoaderData<typeof loader>().isFirst ? 'first' : 'later']

/** Sets a password by the link from the mail. */
export default function ResetPassword() {
  const t = useText()
  const { title } = useWords()
  return (
    <section className={styles.card}>
      <Head title={t(title)} />
      <Title order={1} size="h2" mb="xs">
        {t(title)}
      </Title>
      <p style={{ marginBottom: 24 }}>
        {t('12 to 128 characters. A few words that only you know are better than one word with symbols.')}
      </p>
      <NewPassword />
    </section>
  )
}

interface Outcome {
  kind: 'good' | 'bad'
  text: string
  fields?: Readonly<Record<string, string>>
  /** Where to go next. */
  next?: string
}

const NewPassword = () => {
  useAllTexts()
  const t = useText()
  const navigate = useNavigate()
  const { button, done } = useWords()
  const returnPath = returnPathOf(useSearchParams()[0].get('next'))
  const { form, isReady, field, submit, outcome, busy } = useNewPassword()
  return (
    <>
      <form ref={form} className={styles.form} method="post" noValidate onSubmit={submit}>
        {outcome?.kind === 'good' && (
          <Notice kind="good" title={t(done)} duration={2500} onExpire={() => void navigate(returnPath ?? outcome.next ?? '/')}>
            {t(outcome.text)}
          </Notice>
        )}
        {outcome?.kind === 'bad' && <Notice kind="bad">{t(outcome.text)}</Notice>}
        <PasswordField label={t('New password')} {...field('password')} />
        <PasswordField label={t('Confirm password')} {...field('confirmPassword')} />
        <Button type="submit" loading={busy} disabled={!isReady || outcome?.kind === 'good'}>
          {t(button)}
        </Button>
      </form>
      {outcome?.fields?.['token'] && <NewLink />}
    </>
  )
}

/** Asks for another link, where the one that was opened is no longer valid. */
const NewLink = () => {
  const t = useText()
  const navigate = useNavigate()
  const [email, setEmail] = useState('')
  return (
    <>
      <Title order={2} mt="xl" mb="md" style={{ fontSize: 'var(--mantine-h4-font-size)' }}>
        {t('Ask for a new link')}
      </Title>
      <ForgotForm email={email} onEmail={setEmail} onLogin={() => void navigate('/auth/login')} />
    </>
  )
}

const useNewPassword = () => {
  const t = useText()
  const { token = '' } = useParams()
  const [typed, setTyped] = useState({ password: '', confirmPassword: '' })
  const { form, isReady } = useEarlyInput((early) => setTyped((before) => ({ ...before, ...early })))
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [busy, setBusy] = useState(false)
  const send = async () => {
    if (!token || !typed.password || !typed.confirmPassword)
      return setOutcome({ kind: 'bad', text: phrase('All fields are required!') })
    setBusy(true)
    setOutcome(await set({ token, ...typed }))
    setBusy(false)
  }
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void send()
  }
  const field = (name: keyof typeof typed) => ({
    name,
    autoComplete: 'new-password',
    value: typed[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => setTyped({ ...typed, [name]: event.currentTarget.value }),
    error: outcome?.fields?.[name] && t(outcome.fields[name]),
  })
  return { form, isReady, field, submit, outcome, busy }
}

const failedText = phrase('Failed to reset password.')
/** What a failure says whose reply had no message of its own. */
const unknownErrorText = phrase('Something went wrong!')

const set = async (input: { token: string; password: string; confirmPassword: string }): Promise<Outcome> => {
  try {
    const { signedIn } = await call('POST /api/auth/reset-password', input)
    session.forget()
    if (!signedIn) return { kind: 'good', text: words.later.said }
    session.start(signedIn)
    rememberLogoutPath(signedIn.roleList)
    return { kind: 'good', text: words.first.said, next: landingOf(signedIn.roleList) }
  } catch (error) {
    const { message, fields } = failureOf(error)
    return { kind: 'bad', text: fields['token'] ?? (message === unknownErrorText ? failedText : message), fields }
  }
}
