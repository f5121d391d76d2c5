import type { InvitationState } from '@tradewind/contract/trust/review.constants'
import type { OwnSurveyQuestion, SurveyQuestion } from '@tradewind/contract/trust/review.schemas'
import { fullStarPoints } from '@tradewind/contract/trust/star'
import { type MouseEvent, type ReactNode, type RefObject, type SubmitEvent, Suspense, useEffect, useRef, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useParams, useRevalidator } from 'react-router'
import { type Failure, toUnreachableFailure } from '#kit/api/failure'
import { type FormTexts, useIsReady, useStoredForm } from '#kit/browser/storedForm'
import { fetchApi, notFoundResponse, pageServicesContext } from '#kit/page/fetchApi'
import { type Handle, Head } from '#kit/page/page'
import { useAllTexts, useText } from '#kit/text'
import { FailedLinkView } from '#platform/FailedLinkView'
import { lazyPublicPart } from '#ui/page/lazyPublicPart'
import { Notice } from '#ui/page/Notice'
import { collectRatings, hashSecret, ratings, stageOf } from './survey.values.ts'
import styles from './survey.module.css'

export const handle: Handle = { secret: true }

/** The stars that were clicked in the letter. They preselect the first answer; nothing is sent. */
const parsePressedStars = (address: string) => {
  const stars = Number(new URL(address).searchParams.get('stars'))
  return ratings.includes(stars) ? stars : null
}

/** Used instead of a token, for the owner's preview of the survey. A token contains a dot. */
const PREVIEW = 'preview'
const SurveyPreview = lazyPublicPart(async () => (await import('./SurveyPreview.tsx')).SurveyPreview)

export const ErrorBoundary = FailedLinkView

export const loader = async ({ params: { token = '' }, context, request }: LoaderFunctionArgs) => {
  if (token === PREVIEW) return null
  const survey = await fetchApi(context, 'GET /api/review/surveydetails/:uniqueId', {
    uniqueId: token,
    lang: context.get(pageServicesContext).language,
  })
  if (!survey) throw notFoundResponse()
  return { ...survey.data, pressed: parsePressedStars(request.url) }
}

/** The survey of an invitation's link, or a preview of the own survey. */
export default function Survey() {
  useAllTexts()
  const survey = useLoaderData<typeof loader>()
  return survey ? <InvitedSurvey survey={survey} /> : <Preview />
}

type Loaded = NonNullable<Awaited<ReturnType<typeof loader>>>

const InvitedSurvey = ({ survey }: { survey: Loaded }) => {
  const t = useText()
  const [state, setState] = useState<InvitationState>(survey.answer.invitationStatus)
  const { token = '' } = useParams()
  const company = survey.user.userCompanyName
  const stage = stageOf(state)
  return (
    <section className={styles.survey}>
      <Head title={t('Your review of {company}', { company })} />
      {stage === 'open' && <SurveyForm token={token} company={company} survey={survey} onState={setState} />}
      {stage === 'thanks' && <Thanks company={company} shouldFocus={state !== survey.answer.invitationStatus} />}
      {stage === 'over' && <SurveyEnded company={company} />}
    </section>
  )
}

/** Loads in its owner's browser, and is shown without the navigation of the site. */
const Preview = () => {
  const t = useText()
  const isReady = useIsReady()
  return (
    <section className={styles.bare}>
      <Head title={t('Preview of your survey')} />
      {isReady && (
        <Suspense>
          <SurveyPreview Fields={SurveyFields} />
        </Suspense>
      )}
    </section>
  )
}

const Thanks = ({ company, shouldFocus }: { company: string; shouldFocus: boolean }) => {
  const t = useText()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!shouldFocus) return
    title.current?.focus()
    scrollTo({ top: 0 })
  }, [shouldFocus])
  return (
    <div className={styles.word}>
      <h1 ref={title} tabIndex={-1}>
        {t('Thank you for your review')}
      </h1>
      <p>
        {t('{company} has received your answers, and they count towards its score. There is nothing left to do.', { company })}
      </p>
    </div>
  )
}

const SurveyEnded = ({ company }: { company: string }) => {
  const t = useText()
  return (
    <div className={styles.word}>
      <h1>{t('This survey is over')}</h1>
      <p>{t('The invitation has expired. {company} can send you a new one.', { company })}</p>
    </div>
  )
}

interface SurveyFormProps {
  token: string
  company: string
  survey: Loaded
  /** Called with the state of the invitation after sending. */
  onState: (state: InvitationState) => void
}

const SurveyForm = ({ token, company, survey, onState }: SurveyFormProps) => {
  const t = useText()
  const form = useRef<HTMLFormElement>(null)
  const { typed, storeInput, drop, isReady } = useStoredForm(`review:${hashSecret(token)}`, form)
  const { submit, isTried, failure, busy } = useSubmit({ token, survey, typed, form, onState, onSuccess: drop })
  const { missing } = collectRatings(typed, survey.questions)
  return (
    <form ref={form} method="post" noValidate onInput={storeInput} onSubmit={(event) => void submit(event)}>
      <SurveyFields company={company} survey={survey} typed={typed} missingIds={isTried ? missing : []}>
        {isTried && missing.length > 0 && (
          <Notice kind="bad" title={t('Error!')}>
            {t('All fields are mandatory')}
          </Notice>
        )}
        {failure && <Notice kind="bad">{t(Object.values(failure.fields)[0] ?? failure.message)}</Notice>}
        <noscript>
          <p>{t('The survey needs JavaScript. Please allow scripts for this page.')}</p>
        </noscript>
        <button type="submit" className="open-button open-button-main" disabled={busy || !isReady}>
          {failure ? t('Try again') : t('Send my review')}
        </button>
      </SurveyFields>
    </form>
  )
}

export interface SurveyFieldsProps {
  company: string
  survey: {
    questions: readonly SurveyQuestion[]
    ownQuestions: readonly OwnSurveyQuestion[]
    minutes: number
    /** The stars that are preselected for the first question. */
    pressed: number | null
  }
  typed: FormTexts
  /** The ids of the questions that must still be rated. */
  missingIds: readonly string[]
  /** The content at the end of the form. */
  children: ReactNode
}

/** All fields of a survey's form. */
const SurveyFields = ({ company, survey, typed, missingIds, children }: SurveyFieldsProps) => {
  const { questions, ownQuestions, minutes, pressed } = survey
  return (
    <>
      <SurveyIntro company={company} count={questions.length + ownQuestions.length} minutes={minutes} />
      {questions.map((question, at) => (
        <StarField
          key={question.uniqueId}
          question={question}
          place={at + 1}
          value={typed[question.uniqueId] ?? ''}
          preselectedStars={at === 0 ? pressed : null}
          isMissing={missingIds.includes(question.uniqueId)}
        />
      ))}
      {ownQuestions.length > 0 && (
        <OwnQuestionFields company={company} questions={ownQuestions} first={questions.length + 1} typed={typed} />
      )}
      <RemarkFields company={company} used={typed['remarks']?.length ?? 0} />
      <div className={styles.end}>{children}</div>
    </>
  )
}

interface OwnQuestionFieldsProps {
  company: string
  questions: readonly OwnSurveyQuestion[]
  /** The number of the first one. */
  first: number
  typed: FormTexts
}

/** The company's own questions. */
const OwnQuestionFields = ({ company, questions, first, typed }: OwnQuestionFieldsProps) => {
  const t = useText()
  return (
    <>
      <div className={styles.own}>
        <h2>{t('{company} also asks', { company })}</h2>
        <p>{t('These answers go to {company} alone and do not change its score. You may leave them out.', { company })}</p>
      </div>
      {questions.map(({ uniqueId, question }, at) => (
        <StarField
          key={uniqueId}
          question={{ uniqueId, headline: question }}
          place={first + at}
          value={typed[uniqueId] ?? ''}
          isOptional
        />
      ))}
    </>
  )
}

const SurveyIntro = ({ company, count, minutes }: { company: string; count: number; minutes: number }) => {
  const t = useText()
  return (
    <header>
      <h1>{t('How was it to work with {company}?', { company })}</h1>
      <p>
        {t('You were invited as a customer. Your answers count towards the trust score of {company}, good or bad.', { company })}
      </p>
      <p className={styles.facts}>
        {t('{count} question|{count} questions', { count })} ·{' '}
        {t('about {count} minute|about {count} minutes', { count: minutes })} · {t('half a star to five each')}
      </p>
    </header>
  )
}

/** The script that sends is loaded after the page, before the network may be lost. */
const loadSend = () => import('./send.ts')

/** The survey's questions have changed since it was opened: it is reloaded, and the answers are kept. */
const haveQuestionsChanged = ({ data }: Failure) => typeof data === 'object' && data !== null && 'questions' in data

interface SubmitOptions extends Omit<SurveyFormProps, 'company'> {
  typed: FormTexts
  form: RefObject<HTMLFormElement | null>
  onSuccess: () => void
}

const useSubmit = ({ token, survey, typed, form, onState, onSuccess }: SubmitOptions) => {
  const [isTried, setTried] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  useEffect(() => void loadSend().catch(toUnreachableFailure), [])
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    setFailure(null)
    const { answers, missing } = collectRatings(typed, survey.questions)
    const { answers: ownAnswers } = collectRatings(typed, survey.ownQuestions)
    if (missing[0]) return form.current?.querySelector<HTMLInputElement>(`input[name="${missing[0]}"]`)?.focus()
    setBusy(true)
    const outcome = await loadSend().then(
      ({ sendAnswers }) => sendAnswers(token, { answers, ownAnswers }, typed),
      toUnreachableFailure,
    )
    setBusy(false)
    if (outcome instanceof Error) {
      if (haveQuestionsChanged(outcome)) await revalidate()
      return setFailure(outcome)
    }
    onSuccess()
    onState(outcome)
  }
  return { submit, isTried, failure, busy }
}

const MAX_REMARK_LENGTH = 2000

/** A remark in addition to the stars, and whether it may be published. */
const RemarkFields = ({ company, used }: { company: string; used: number }) => {
  const t = useText()
  return (
    <div className={styles.remarks}>
      <label htmlFor="remarks">{t('Remarks')}</label>
      <p id="remarks-text">{t('What went well, and what should be better? You may leave it empty.')}</p>
      <textarea id="remarks" name="remarks" rows={5} maxLength={MAX_REMARK_LENGTH} aria-describedby="remarks-text remarks-used" />
      <p id="remarks-used" className={styles.used}>
        {t('{used} of {most} characters', { used, most: MAX_REMARK_LENGTH })}
      </p>
      <label className={styles.consent}>
        <input type="checkbox" name="remarksPublic" value="true" aria-describedby="consent-text" />
        {t('My remarks may be shown publicly')}
      </label>
      <p id="consent-text">
        {t('With your first name and the first letter of your last name. Otherwise only {company} can read them.', { company })}
      </p>
    </div>
  )
}

interface StarFieldProps {
  question: Omit<SurveyQuestion, 'question'> & { question?: string }
  place: number
  /** The stars given so far; '' if none. */
  value: string
  /** The stars that are preselected. */
  preselectedStars?: number | null
  isMissing?: boolean
  isOptional?: boolean
}

/** A question and its ten half stars. They are radio buttons, so that mouse, touch, keyboard and screen reader work as usual. */
const StarField = ({
  question: rating,
  place,
  value,
  preselectedStars = null,
  isMissing = false,
  isOptional = false,
}: StarFieldProps) => {
  const t = useText()
  const { uniqueId, headline, question } = rating
  const text = `text-${uniqueId}`
  return (
    <fieldset
      className={styles.question}
      role="radiogroup"
      aria-required={!isOptional}
      aria-invalid={isMissing || undefined}
      aria-describedby={question && text}
    >
      <legend>
        <span className={styles.place} aria-hidden="true">
          {place}
        </span>
        {headline}
      </legend>
      {question && (
        <p id={text}>
          {question}
          {isMissing && <strong>{t('Please choose half a star to five.')}</strong>}
        </p>
      )}
      <div className={styles.choice}>
        <div className={styles.stars}>
          {ratings.map((stars) => (
            <HalfStar key={stars} name={uniqueId} stars={stars} isFirst={stars === preselectedStars} />
          ))}
        </div>
        <output aria-hidden="true">{value ? t('{count} of 5', { count: Number(value) }) : t('Not rated yet')}</output>
        {isOptional && value && <Clear name={headline} />}
      </div>
    </fieldset>
  )
}

const clearRating = ({ currentTarget }: MouseEvent) => {
  const field = currentTarget.closest('fieldset')
  const chosen = field?.querySelector<HTMLInputElement>('input:checked')
  if (!chosen) return
  chosen.checked = false
  chosen.dispatchEvent(new Event('input', { bubbles: true }))
  field?.querySelector('input')?.focus()
}

/** Clears the stars of an optional question. */
const Clear = ({ name }: { name: string }) => {
  const t = useText()
  return (
    <button type="button" className={styles.clear} onClick={clearRating} aria-label={t('Take back the stars: {name}', { name })}>
      {t('Take back')}
    </button>
  )
}

interface HalfStarProps {
  name: string
  stars: number
  /** It is selected initially. */
  isFirst: boolean
}

const HalfStar = ({ name, stars, isFirst }: HalfStarProps) => {
  const t = useText()
  const isLeft = stars % 1 !== 0
  const words = t('{count} star|{count} stars', { count: stars })
  return (
    <label className={styles.half} title={words}>
      <input type="radio" name={name} value={stars} defaultChecked={isFirst} aria-label={words} />
      <svg viewBox={isLeft ? '0 0 12 24' : '12 0 12 24'} aria-hidden="true">
        <polygon points={fullStarPoints} />
      </svg>
    </label>
  )
}
