import type { EventAnswer as Choice } from '@tradewind/contract/crm/event.contract'
import { dateLocale } from '@tradewind/contract/kit/locale'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useParams, useRevalidator } from 'react-router'
import { call } from '#kit/api/call'
import type { Answer } from '#kit/api/calls'
import { type Failure, failureOf } from '#kit/api/failure'
import { useIsReady } from '#kit/browser/storedForm'
import { fetchApi, notFoundResponse } from '#kit/page/fetchApi'
import { type Handle, Head } from '#kit/page/page'
import { useAllTexts, useLanguage, useText } from '#kit/text'
import { zoneOf } from '#kit/zone'
import { FailedLinkView } from '#platform/FailedLinkView'
import { Notice } from '#ui/page/Notice'
import styles from './answer.module.css'

export const handle: Handle = { secret: true }

export const ErrorBoundary = FailedLinkView

export const loader = async ({ params: { token = '' }, context }: LoaderFunctionArgs) => {
  const link = await fetchApi(context, 'GET /api/event/invitation/:token', { token })
  if (!link) throw notFoundResponse()
  return link.data
}

type Invited = Answer<'GET /api/event/invitation/:token'>

/** The invitation to an event, for anybody who has the link from the mail. Opening the page sends no answer. */
export default function EventAnswer() {
  useAllTexts()
  const t = useText()
  const loaded = useLoaderData<typeof loader>()
  const [answered, setAnswered] = useState<Invited>()
  const { revalidate } = useRevalidator()
  const event = answered ?? loaded
  const show = (next?: Invited) => {
    setAnswered(next)
    if (!next) void revalidate()
  }
  return (
    <section className={styles.answer}>
      <Head title={t('Invitation: {title}', { title: event.title })} />
      <p className={styles.from}>{t('{tenant} invites you', { tenant: event.tenantName })}</p>
      <h1>{event.title}</h1>
      <Facts event={event} />
      {event.phase === 'OPEN' && <CalendarLink />}
      {event.phase === 'CANCELLED' && <p className={styles.word}>{t('This event was cancelled')}</p>}
      {event.phase === 'OVER' && <p className={styles.word}>{t('This event is over')}</p>}
      {event.phase === 'OPEN' && <AnswerForm event={event} onDone={show} />}
      <p className={styles.about}>{event.description}</p>
    </section>
  )
}

/** The browser's time zone. The server, which does not know it, renders the other. */
const useOwnZone = (zone: string) => (useIsReady() ? zoneOf(null) : zone)

const Facts = ({ event: { eventDateTime, timeZone, location, organizer } }: { event: Invited }) => {
  const t = useText()
  const language = useLanguage()
  const timeIn = (zone: string) =>
    new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'full', timeStyle: 'short', timeZone: zone }).format(
      Date.parse(eventDateTime),
    )
  const [time, ownTime] = [timeIn(timeZone), timeIn(useOwnZone(timeZone))]
  return (
    <dl className={styles.facts}>
      <dt>{t('When')}</dt>
      <dd>
        {time} ({timeZone}){ownTime !== time && <p className={styles.own}>{t('In your time zone: {time}', { time: ownTime })}</p>}
      </dd>
      <dt>{t('Where')}</dt>
      <dd>{location}</dd>
      <dt>{t('Organizer')}</dt>
      <dd>{organizer}</dd>
    </dl>
  )
}

/** Works without JavaScript, too. */
const CalendarLink = () => {
  const t = useText()
  const { token = '' } = useParams()
  return (
    <p>
      <a href={`/api/event/invitation/${token}/calendar`} download>
        {t('Add to calendar')}
      </a>
    </p>
  )
}

/** A form that posts to the API directly if JavaScript is not running. */
const AnswerForm = ({ event: { answer, eventDateTime }, onDone }: { event: Invited; onDone: (event?: Invited) => void }) => {
  const t = useText()
  const { token = '' } = useParams()
  const [failure, setFailure] = useState<Failure>()
  const [busy, setBusy] = useState(false)
  const send = async (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const chosen = event.nativeEvent.submitter?.getAttribute('value') as Choice
    setBusy(true)
    setFailure(undefined)
    await call('POST /api/event/invitation/:token', { token, answer: chosen, eventDateTime }).then(onDone, (error: unknown) => {
      const reason = failureOf(error)
      setFailure(reason)
      if (reason.status === 409) onDone() // the event has changed since the page was opened
    })
    setBusy(false)
  }
  return (
    <form method="post" action={`/api/event/invitation/${token}`} onSubmit={(event) => void send(event)}>
      <p role="status" className={styles.word}>
        {answer === 'ACCEPTED' && t('You have accepted. You can change your answer until the event is over.')}
        {answer === 'DECLINED' && t('You have declined. You can change your answer until the event is over.')}
        {!answer && t('Will you attend?')}
      </p>
      {failure && <Notice kind="bad">{t(failure.message)}</Notice>}
      <input type="hidden" name="eventDateTime" value={eventDateTime} />
      <div className={styles.choices}>
        <button
          type="submit"
          name="answer"
          value="ACCEPTED"
          className="open-button open-button-main"
          disabled={busy}
          aria-pressed={answer === 'ACCEPTED'}
        >
          {t('Accept')}
        </button>
        <button
          type="submit"
          name="answer"
          value="DECLINED"
          className="open-button"
          disabled={busy}
          aria-pressed={answer === 'DECLINED'}
        >
          {t('Decline')}
        </button>
      </div>
    </form>
  )
}
