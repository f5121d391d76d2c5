import { Button, Title } from '@mantine/core'
import { phrase } from '@tradewind/contract/kit/phrase'
import { useState } from 'react'
import { useParams } from 'react-router'
import { call } from '#kit/api/call'
import { failureOf } from '#kit/api/failure'
import { useIsReady } from '#kit/browser/storedForm'
import { type Handle, Head } from '#kit/page/page'
import { useAllTexts, useText } from '#kit/text'
import { Notice } from '#ui/page/Notice'
import styles from './signIn.module.css'

export const handle: Handle = { secret: true }

/** Confirms a mail address, by the link that was mailed to it. Opening the page changes nothing: the button does. */
export default function Verify() {
  const t = useText()
  return (
    <section className={styles.card}>
      <Head title={t('Confirm your address')} />
      <Title order={1} size="h2" mb="xs">
        {t('Confirm your address')}
      </Title>
      <Confirming />
    </section>
  )
}

interface Outcome {
  /** `dead`: the link is no longer valid; `bad`: it can be tried again. */
  kind: 'good' | 'dead' | 'bad'
  text: string
}

const Confirming = () => {
  useAllTexts()
  const t = useText()
  const { token = '' } = useParams()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [busy, setBusy] = useState(false)
  const isReady = useIsReady()
  const submit = async (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setBusy(true)
    setOutcome(await confirmAddress(token))
    setBusy(false)
  }
  const isOpen = outcome === null || outcome.kind === 'bad'
  return (
    <form className={styles.form} method="post" onSubmit={(event) => void submit(event)}>
      {isOpen && <p>{t('One click, and this becomes your sign-in address.')}</p>}
      {outcome && <Notice kind={outcome.kind === 'good' ? 'good' : 'bad'}>{t(outcome.text)}</Notice>}
      {isOpen && (
        <Button type="submit" loading={busy} disabled={!isReady}>
          {t('Confirm the address')}
        </Button>
      )}
      {outcome?.kind === 'dead' && <p>{t('Request a new link in your settings. Until then the old address stays in use.')}</p>}
      {!isOpen && (
        <Button component="a" href="/auth/login" style={{ color: 'var(--button-color)', textDecoration: 'none' }}>
          {t('Go to sign-in')}
        </Button>
      )}
    </form>
  )
}

const confirmAddress = async (token: string): Promise<Outcome> => {
  try {
    await call('POST /api/auth/address/confirm', { token })
    return { kind: 'good', text: phrase('Your address is confirmed. Sign in with it from now on.') }
  } catch (error) {
    const { message, fields, isTransient, status } = failureOf(error)
    return { kind: isTransient || status === 429 ? 'bad' : 'dead', text: fields['token'] ?? message }
  }
}
