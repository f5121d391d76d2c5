import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router'
import { call } from '#kit/api/call'
import { type Failure, failureOf } from '#kit/api/failure'
import { fetchApi, notFoundResponse } from '#kit/page/fetchApi'
import { type Handle, Head } from '#kit/page/page'
import { useAllTexts, useText } from '#kit/text'
import { FailedLinkView } from '#platform/FailedLinkView'
import { Notice } from '#ui/page/Notice'
import styles from './unsubscribe.module.css'

export const handle: Handle = { secret: true }

export const ErrorBoundary = FailedLinkView

export const loader = async ({ params: { token = '' }, context }: LoaderFunctionArgs) => {
  const link = await fetchApi(context, 'GET /api/review/unsubscribe/:token', { token })
  if (!link) throw notFoundResponse()
  return link.data
}

/** Unsubscribes the recipient of a letter from a sender's invitations. Opening the page changes nothing. */
export default function Unsubscribe() {
  useAllTexts()
  const t = useText()
  const { userCompanyName: company, unsubscribed } = useLoaderData<typeof loader>()
  const [isDone, setDone] = useState(unsubscribed)
  return (
    <section className={styles.unsubscribe}>
      <Head title={t('No more invitations of {company}', { company })} />
      {isDone ? (
        <Done company={company} shouldFocus={!unsubscribed} />
      ) : (
        <UnsubscribeForm company={company} onDone={() => setDone(true)} />
      )}
    </section>
  )
}

/** A form that posts directly to the API if scripts are disabled. */
const UnsubscribeForm = ({ company, onDone }: { company: string; onDone: () => void }) => {
  const t = useText()
  const { token = '' } = useParams()
  const [failure, setFailure] = useState<Failure>()
  const [busy, setBusy] = useState(false)
  const unsubscribe = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    await call('POST /api/review/unsubscribe/:token', { token }).then(onDone, (error: unknown) => setFailure(failureOf(error)))
    setBusy(false)
  }
  return (
    <form method="post" action={`/api/review/unsubscribe/${token}`} onSubmit={(event) => void unsubscribe(event)}>
      <h1>{t('No more invitations?')}</h1>
      <p>
        {t('{company} asked you for a review by email. You can stop these requests to this address.', {
          company,
        })}
      </p>
      {failure && <Notice kind="bad">{t(failure.message)}</Notice>}
      <button type="submit" className="open-button open-button-main" disabled={busy}>
        {t('Unsubscribe')}
      </button>
    </form>
  )
}

const Done = ({ company, shouldFocus }: { company: string; shouldFocus: boolean }) => {
  const t = useText()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (shouldFocus) title.current?.focus()
  }, [shouldFocus])
  return (
    <div>
      <h1 ref={title} tabIndex={-1}>
        {t('You are unsubscribed')}
      </h1>
      <p>{t('{company} will not ask this address for a review again. There is nothing left to do.', { company })}</p>
    </div>
  )
}
