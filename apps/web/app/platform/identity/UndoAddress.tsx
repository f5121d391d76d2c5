import { Button, Title } from '@mantine/core'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { call } from '#kit/api/call'
import { type Failure, failureOf } from '#kit/api/failure'
import { useIsReady } from '#kit/browser/storedForm'
import { type Handle, Head } from '#kit/page/page'
import { session } from '#kit/session'
import { useAllTexts, useText } from '#kit/text'
import { Notice } from '#ui/page/Notice'
import styles from './signIn.module.css'

export const handle: Handle = { secret: true }

/** Reverts a change of the mail address, by the link that was mailed to the old one. Opening the page changes nothing: the button does. */
export default function UndoAddress() {
  const t = useText()
  return (
    <section className={styles.card}>
      <Head title={t('Keep your address')} />
      <Title order={1} size="h2" mb="xs">
        {t('Keep your address')}
      </Title>
      <Undoing />
    </section>
  )
}

/** A link that is no longer valid; all other errors allow another try. */
const isDead = ({ isTransient, status }: Failure) => !isTransient && status !== 429

const Undoing = () => {
  useAllTexts()
  const t = useText()
  const navigate = useNavigate()
  const { token = '' } = useParams()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const isReady = useIsReady()
  const submit = async (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setBusy(true)
    try {
      const next = await call('POST /api/auth/address/undo', { token })
      session.forget()
      await navigate(`/resetPassword/${next.token}`, { replace: true })
    } catch (error) {
      setFailure(failureOf(error))
      setBusy(false)
    }
  }
  return (
    <form className={styles.form} method="post" onSubmit={(event) => void submit(event)}>
      {failure && <Notice kind="bad">{t(failure.fields['token'] ?? failure.message)}</Notice>}
      {failure && isDead(failure) ? (
        <p>{t('If you cannot sign in any more, write to the administrator of your account.')}</p>
      ) : (
        <>
          <p>
            {t(
              'One click makes this the address of your account again. Every session ends, the password stops working, and you choose a new one.',
            )}
          </p>
          <Button type="submit" loading={busy} disabled={!isReady}>
            {t('Keep this address')}
          </Button>
        </>
      )}
    </form>
  )
}
