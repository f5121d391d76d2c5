import type { AskedQuestion } from '@tradewind/contract/site/assessment.contract'
import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { request } from '#kit/api/call'
import { Failure, failureOf } from '#kit/api/failure'
import { type FormTexts, useStoredForm } from '#kit/browser/storedForm'
import { useLanguage, useText } from '#kit/text'
import { Notice } from '#ui/page/Notice'
import { Honeypot } from '#ui/page/OpenField'
import {
  answersStorageKey,
  byCategory,
  collectAnswers,
  type Contact,
  contactFaults,
  type Faults,
  scores,
} from './contact.values.ts'
import type { AcceptedAnswers } from './Thanks.tsx'
import styles from './form.module.css'

interface QuestionnaireProps {
  questions: readonly AskedQuestion[]
  /** Null for signed-in users. */
  contact: Contact | null
  /** The page was left before the answers were sent: continue at the first question without an answer. */
  isResumed: boolean
  /** Opens the contact data, because the user wants to change it or the server rejected it. */
  onContact: (faults: Faults) => void
  onSent: (reply: AcceptedAnswers) => void
}

/** The statements by category, each rated 0 to 5. Answers are stored in this browser until the server has accepted them. */
export const Questionnaire = ({ questions, contact, isResumed, onContact, onSent }: QuestionnaireProps) => {
  const t = useText()
  const form = useRef<HTMLFormElement>(null)
  const { typed, storeInput } = useStoredForm(answersStorageKey, form)
  const [submitCount, setSubmitCount] = useState(0)
  const { send, failure, busy } = useSendAnswers({ contact, onRefused: onContact, onSent })
  const { answers, missing } = collectAnswers(typed, questions)
  const isIncomplete = submitCount > 0 && missing.length > 0
  useStartPosition(form, isResumed, questions)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSubmitCount(submitCount + 1)
    if (missing[0]) return fieldOf(form, missing[0])?.focus()
    void send(answers, typed['website'] ?? '')
  }
  return (
    <form ref={form} className={styles.form} method="post" noValidate onInput={storeInput} onSubmit={submit}>
      <QuestionnaireIntro contact={contact} onChange={() => onContact({})} />
      <Progress done={answers.length} total={questions.length} />
      <Parts questions={questions} typed={typed} isSubmitted={submitCount > 0} />
      <Honeypot />
      <div className={styles.end} aria-busy={busy}>
        {isIncomplete && (
          <Notice key={submitCount} kind="bad">
            {t('Please answer all questions.')}
          </Notice>
        )}
        {failure && <Notice kind="bad">{t(Object.values(failure.fields)[0] ?? failure.message)}</Notice>}
        <button type="submit" className="open-button open-button-main" disabled={busy}>
          {failure ? t('Try again') : t('Send my answers')}
        </button>
      </div>
    </form>
  )
}

const fieldOf = (form: RefObject<HTMLFormElement | null>, questionId: string) =>
  form.current?.querySelector<HTMLInputElement>(`input[name="${questionId}"]`)

/** A new user starts at the top; a returning one at the first question without an answer. */
const useStartPosition = (form: RefObject<HTMLFormElement | null>, isBack: boolean, questions: readonly AskedQuestion[]) =>
  useEffect(() => {
    if (!isBack) return form.current?.querySelector('h1')?.focus()
    const isAnswered = ({ uniqueId }: AskedQuestion) => form.current?.querySelector(`input[name="${uniqueId}"]:checked`)
    const next = questions.find((question) => !isAnswered(question))
    if (next && next !== questions[0]) fieldOf(form, next.uniqueId)?.closest('fieldset')?.scrollIntoView({ block: 'center' })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it opens
  }, [])

const QuestionnaireIntro = ({ contact, onChange }: { contact: Contact | null; onChange: () => void }) => {
  const t = useText()
  return (
    <header>
      <h1 tabIndex={-1}>{t('How far do you agree?')}</h1>
      <p>{t('0 means that you strongly disagree, 5 that you strongly agree. Choose what is true today, not what is planned.')}</p>
      <p className={styles.facts}>
        {contact
          ? t('The link to your result goes to {email}.', { email: contact.email })
          : t('The link to your result goes to the address of your account.')}{' '}
        {contact && (
          <button type="button" className={styles.change} onClick={onChange}>
            {t('Change contact details')}
          </button>
        )}
      </p>
    </header>
  )
}

interface PartsProps extends Pick<QuestionnaireProps, 'questions'> {
  typed: FormTexts
  isSubmitted: boolean
}

const Parts = ({ questions, typed, isSubmitted }: PartsProps) => {
  const t = useText()
  const parts = byCategory(questions)
  const orderedQuestions = parts.flatMap((part) => part.questions)
  return parts.map(({ category, questions: partQuestions }, at) => (
    <section key={category} aria-labelledby={`part-${at + 1}`}>
      <p className={styles.part}>{t('Part {part} of {parts}', { part: at + 1, parts: parts.length })}</p>
      <h2 id={`part-${at + 1}`}>{t(category)}</h2>
      {partQuestions.map((one) => (
        <ScoreField
          key={one.uniqueId}
          question={one}
          place={orderedQuestions.indexOf(one) + 1}
          isMissing={isSubmitted && !typed[one.uniqueId]}
        />
      ))}
    </section>
  ))
}

/** How many questions are answered. It stays visible while the questions scroll. */
const Progress = ({ done, total }: { done: number; total: number }) => {
  const t = useText()
  return (
    <div className={styles.progress}>
      <label htmlFor="progress">{t('{done} of {all} answered', { done, all: total })}</label>
      <progress id="progress" value={done} max={total} />
    </div>
  )
}

interface SendingOptions {
  /** Null for signed-in users, whose account has it. */
  contact: Contact | null
  /** Called when the server rejects the contact data. */
  onRefused: (faults: Faults) => void
  onSent: (reply: AcceptedAnswers) => void
}

interface Answer {
  questionId: string
  score: number
}

/** The questions have changed since the page was opened: they are reloaded, and the answers are kept. */
const haveQuestionsChanged = ({ status, fields }: Failure) => status === 409 || 'answers' in fields

/** Sends the answers. If sending fails, nothing is lost, and `failure` says why. */
const useSendAnswers = ({ contact, onRefused, onSent }: SendingOptions) => {
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const lang = useLanguage()
  const send = async (answers: Answer[], website: string) => {
    setBusy(true)
    setFailure(null)
    const input = { ...contact, answers, lang, website }
    const reply = await request('POST /api/auditQuestion/', input, { hasOwnKey: true }).catch(failureOf)
    setBusy(false)
    if (!(reply instanceof Failure)) return onSent({ message: reply.message, token: reply.data.token })
    setFailure(reply)
    const faults = contactFaults(reply.fields)
    if (Object.keys(faults).length > 0) onRefused(faults)
    else if (haveQuestionsChanged(reply)) await revalidate()
  }
  return { send, failure, clear: () => setFailure(null), busy }
}

interface ScoreFieldProps {
  question: AskedQuestion
  place: number
  isMissing: boolean
}

/** A statement and its six answers. They are radio buttons, so that mouse, touch, keyboard and screen reader work as usual. */
const ScoreField = ({ question: { uniqueId, question }, place, isMissing }: ScoreFieldProps) => {
  const t = useText()
  const scaleLabels: Readonly<Record<number, string>> = { 0: t('Strongly Disagree'), 5: t('Strongly Agree') }
  const errorId = `missing-${uniqueId}`
  return (
    <fieldset
      className={styles.question}
      role="radiogroup"
      aria-required
      aria-invalid={isMissing || undefined}
      aria-describedby={isMissing ? errorId : undefined}
    >
      <legend>
        <span className={styles.place}>{place}.</span> {question}
      </legend>
      {isMissing && (
        <p id={errorId} className={styles.missing}>
          {t('Please choose 0 to 5.')}
        </p>
      )}
      <div className={styles.scale}>
        {scores.map((score) => (
          <label key={score}>
            <input
              type="radio"
              name={uniqueId}
              value={score}
              aria-label={scaleLabels[score] ? `${score} ${scaleLabels[score]}` : `${score}`}
            />
            <span>{score}</span>
          </label>
        ))}
        <p aria-hidden="true" className={styles.ends}>
          <span>{scaleLabels[0]}</span> <span>{scaleLabels[5]}</span>
        </p>
      </div>
    </fieldset>
  )
}
