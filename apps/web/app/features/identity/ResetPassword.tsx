import { Button, Title } from '@mantine/core'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { call } from '#kit/api/call'
import { failureOf } from '#kit/api/failure'
import { useTypedEarly } from '#kit/browser/kept-form'
import { Head } from '#kit/page/head'
import type { Handle } from '#kit/page/page'
import { session } from '#kit/session'
import { phrase, useEveryText, useText } from '#kit/text'
import { Notice } from '#ui/notice/Notice'
import { PasswordField } from './signIn/PasswordField.tsx'
import styles from './signIn/signIn.module.css'

export const handle: Handle = { secret: true }

/** A new password, by the link that was mailed. */
export default function ResetPassword() {
  const t = useText()
  return (
    <section className={styles.card}>
      <Head title={t('Set a new password')} />
      <Title order={1} size="h2" mb="xs">
        {t('Set a new password')}
      </Title>
      <p style={{ marginBottom: 24 }}>
        {t('12 to 128 characters. A few words that belong to you alone are better than one with signs in it.')}
      </p>
      <NewPassword />
    </section>
  )
}

interface Outcome {
  kind: 'good' | 'bad'
  text: string
  fields?: Readonly<Record<string, string>>
}

const NewPassword = () => {
  useEveryText()
  const t = useText()
  const navigate = useNavigate()
  const { form, isReady, field, submit, outcome, busy } = useNewPassword()
  return (
    <form ref={form} className={styles.form} method="post" noValidate onSubmit={submit}>
      {outcome?.kind === 'good' && (
        <Notice kind="good" title={t('Password Reset')} stands={2500} onGone={() => void navigate('/')}>
          {t(outcome.text)}
        </Notice>
      )}
      {outcome?.kind === 'bad' && <Notice kind="bad">{t(outcome.text)}</Notice>}
      <PasswordField label={t('New password')} {...field('password')} />
      <PasswordField label={t('Confirm password')} {...field('confirmPassword')} />
      <Button type="submit" loading={busy} disabled={!isReady || outcome?.kind === 'good'}>
        {t('Reset Password')}
      </Button>
    </form>
  )
}

const useNewPassword = () => {
  const t = useText()
  const { token = '' } = useParams()
  const [typed, setTyped] = useState({ password: '', confirmPassword: '' })
  const { form, isReady } = useTypedEarly((early) => setTyped((before) => ({ ...before, ...early })))
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [busy, setBusy] = useState(false)
  const send = async () => {
    if (!token || !typed.password || !typed.confirmPassword)
      return setOutcome({ kind: 'bad', text: phrase('All fields are required!') })
    setBusy(true)
    setOutcome(await reset({ token, ...typed }))
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

const failed = phrase('Failed to reset password.')

const reset = async (input: { token: string; password: string; confirmPassword: string }): Promise<Outcome> => {
  try {
    await call('POST /api/auth/reset-password', input)
    session.forget()
    return { kind: 'good', text: phrase('Your password has been reset successfully!') }
  } catch (error) {
    const { message, fields } = failureOf(error)
    return { kind: 'bad', text: fields['token'] ?? (message || failed), fields }
  }
}
