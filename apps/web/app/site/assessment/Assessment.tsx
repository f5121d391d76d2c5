import type { AskedQuestion } from '@tradewind/contract/site/assessment.contract'
import { type RefObject, startTransition, Suspense, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { fetchApi, notFoundResponse, pageServicesContext } from '#kit/page/fetchApi'
import { Head, usePage } from '#kit/page/page'
import { session, useActor } from '#kit/session'
import { useLanguage, useText } from '#kit/text'
import { lazyPublicPart } from '#ui/page/lazyPublicPart'
import {
  byCategory,
  clearStoredInput,
  type Contact,
  estimateMinutes,
  type Faults,
  isStarted,
  readStoredContact,
  storeStart,
} from './contact.values.ts'
import type { AcceptedAnswers } from './Thanks.tsx'
import styles from './assessment.module.css'

const ContactDialog = lazyPublicPart(async () => (await import('./ContactDialog.tsx')).ContactDialog)
const Thanks = lazyPublicPart(async () => (await import('./Thanks.tsx')).Thanks)
const Questionnaire = lazyPublicPart(async () => (await import('./Questionnaire.tsx')).Questionnaire)

export const loader = async ({ context }: LoaderFunctionArgs) => {
  if (!context.get(pageServicesContext).tenant.showsAssessment) throw notFoundResponse()
  const answer = await fetchApi(context, 'GET /api/auditQuestion/tenant', { lang: context.get(pageServicesContext).language })
  if (!answer) throw notFoundResponse()
  return answer.data
}

/** The self-assessment: contact data (not for signed-in users), questions, thanks. The introduction is what the server renders, behind the contact data. */
export default function Assessment() {
  const questions = useLoaderData<typeof loader>()
  const steps = useSteps(questions.length > 0)
  const { faults, stage, contact, isBack, openContact, closeContact, contactIsGiven, sent } = steps
  return (
    <>
      <AssessmentHead count={questions.length} />
      {stage === 'intro' && <Intro questions={questions} startButton={steps.startButton} onStart={steps.start} />}
      {stage === 'questions' && (
        <Suspense>
          <Questionnaire questions={questions} contact={contact} isResumed={isBack} onContact={openContact} onSent={sent} />
          <section className={`open-width ${styles.intro}`}>
            <Terms />
          </section>
        </Suspense>
      )}
      {stage === 'thanks' && (
        <Suspense>
          <Thanks {...steps.arrived} />
        </Suspense>
      )}
      {faults && (
        <Suspense>
          <ContactDialog isFirst={stage === 'intro'} initialFaults={faults} onClose={closeContact} onDone={contactIsGiven} />
        </Suspense>
      )}
    </>
  )
}

const AssessmentHead = ({ count }: { count: number }) => {
  const t = useText()
  const inLanguage = useLanguage()
  const name = t('Self-assessment')
  const description = t(
    'Is your company ready to sell abroad? Answer {count} statements in about {minutes} minutes and get your score in six areas, with what to do next. Free of charge.',
    { count: String(count), minutes: String(estimateMinutes(count)) },
  )
  const page = { '@context': 'https://schema.org', '@type': 'WebPage', name, description, inLanguage, isAccessibleForFree: true }
  return <Head title={name} description={description} jsonLd={page} />
}

type Stage = 'intro' | 'questions' | 'thanks'

/** The contact data that was entered, and whether the page was left before the answers were sent. */
interface StoredProgress {
  contact: Contact | null
  isResumed: boolean
}

interface Opening {
  /** For signed-in users, and where the page was left while the questions were open. */
  onQuestions: (progress: StoredProgress) => void
  /** For other visitors. */
  onContact: () => void
}

/** Opens what comes first, once the page is hydrated. */
const useOpening = (hasQuestions: boolean, { onQuestions, onContact }: Opening) => {
  const open = useEffectEvent(() => {
    const contact = readStoredContact()
    const canAnswer = contact !== null || session.isOpen()
    const isResumed = isStarted() && canAnswer
    if (isResumed || session.isOpen()) onQuestions({ contact, isResumed })
    else onContact()
  })
  useLayoutEffect(() => {
    if (hasQuestions) startTransition(() => open())
  }, [hasQuestions])
}

/** The steps: contact data (not for signed-in users), questions, thanks. */
const useSteps = (hasQuestions: boolean) => {
  const isSignedIn = useActor().roles.length > 0
  const [stage, setStage] = useState<Stage>('intro')
  const [{ contact, isResumed }, setLeft] = useState<StoredProgress>({ contact: null, isResumed: false })
  const [faults, setFaults] = useState<Faults | null>(null)
  const [reply, setReply] = useState<AcceptedAnswers>({ message: '', token: '' })
  const startButton = useRef<HTMLButtonElement>(null)
  const openQuestions = () => {
    storeStart()
    startTransition(() => setStage('questions'))
  }
  useOpening(hasQuestions, {
    onQuestions: (progress) => {
      setLeft(progress)
      openQuestions()
    },
    onContact: () => setFaults({}),
  })
  const contactIsGiven = (newContact: Contact) => {
    setLeft({ contact: newContact, isResumed })
    setFaults(null)
    openQuestions()
  }
  const sent = (accepted: AcceptedAnswers) => {
    clearStoredInput()
    startTransition(() => {
      setReply(accepted)
      setStage('thanks')
    })
  }
  return {
    stage,
    contact: isSignedIn ? null : contact,
    isBack: isResumed,
    /** The faults of contact data that was rejected. If set, the contact dialog is open. */
    faults,
    /** The server's reply to the answers. */
    arrived: reply,
    start: () => (isSignedIn ? openQuestions() : setFaults({})),
    openContact: setFaults,
    /** To open it again; the dialog that opens by itself has no element to return the focus to. */
    startButton,
    closeContact: () => {
      setFaults(null)
      startButton.current?.focus()
    },
    contactIsGiven,
    sent,
  }
}

interface IntroProps {
  questions: readonly AskedQuestion[]
  startButton: RefObject<HTMLButtonElement | null>
  onStart: () => void
}

/** What the self-assessment is, how long it takes, and what the result offers. Without scripts the statements can be read. */
const Intro = ({ questions, startButton, onStart }: IntroProps) => {
  const t = useText()
  const textValues = { count: String(questions.length), minutes: String(estimateMinutes(questions.length)) }
  return (
    <section className={`open-width ${styles.intro}`}>
      <div className={styles.head}>
        <h1>{t('Is your company ready for new markets?')}</h1>
        <p className={styles.lead}>
          {t(
            'A structured look at your company before it goes abroad: {count} statements in six areas, about {minutes} minutes, free of charge. Afterwards you know what is strong and what to mend first.',
            textValues,
          )}
        </p>
        {questions.length > 0 ? (
          <>
            <button ref={startButton} type="button" className="open-button open-button-main" onClick={onStart}>
              {t('Start the self-assessment')}
            </button>
            <noscript>
              <p className={styles.note}>{t('Sending answers needs JavaScript. You can read the statements below.')}</p>
            </noscript>
          </>
        ) : (
          <p className={styles.note}>{t('No questions available.')}</p>
        )}
      </div>
      <Terms />
      {questions.length > 0 && <Preview questions={questions} />}
    </section>
  )
}

const Terms = () => {
  const t = useText()
  const company = usePage().tenant.name
  const terms = [
    [
      t('How it works'),
      t(
        'You say how far you agree with each statement, from 0 to 5. There is no right answer to guess: the honest one is the useful one. You may close the page and go on later in the same browser.',
      ),
    ],
    [
      t('What you get'),
      t(
        'An email with the link to your result: a chart of the six areas, your score in each, why it matters, and what to do about it. You can print it and take it to your next meeting.',
      ),
    ],
    [
      t('What happens to your answers'),
      t(
        'They stay in this browser until you send them. {company} then reads them and may write to you about them. The result page names nobody, and only those who have its link can open it.',
        { company },
      ),
    ],
  ] as const
  return (
    <ul className={styles.terms}>
      {terms.map(([title, text]) => (
        <li key={title}>
          <h2>{title}</h2>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  )
}

const Preview = ({ questions }: Pick<IntroProps, 'questions'>) => {
  const t = useText()
  return (
    <section className={styles.preview} aria-labelledby="preview">
      <h2 id="preview">{t('What you will be asked')}</h2>
      {byCategory(questions).map(({ category, questions: statements }) => (
        <details key={category}>
          <summary>
            <h3>{t(category)}</h3>
            <span>{t('{count} statement|{count} statements', { count: statements.length })}</span>
          </summary>
          <ol>
            {statements.map(({ uniqueId, question }) => (
              <li key={uniqueId}>{question}</li>
            ))}
          </ol>
        </details>
      ))}
    </section>
  )
}
